/** The sponsor of a company that the system administration works on. */
import { findSponsorsOfCompany } from '../../companies/company.store.ts';
import { COMPANY } from '../../companies/describeCompany.ts';
import { recordNotFound } from '../../problems.ts';
import { setSponsor, type Trx } from '../../storage/database.ts';

export interface OfSponsor {
  companyKey: number;
  ofSponsor: number;
}

/** Lets the transaction see the sponsor from now on; answers its name. Throws 404 RECORD_NOT_FOUND for one of another company. */
export async function enterSponsor(trx: Trx, { companyKey, ofSponsor }: OfSponsor): Promise<string> {
  const sponsors = await findSponsorsOfCompany(trx, companyKey);
  const found = sponsors.find(({ sponsor_key }) => sponsor_key === ofSponsor);
  if (!found) throw recordNotFound(COMPANY, companyKey);
  await setSponsor(trx, ofSponsor);
  return found.name;
}
