/** What codes mean that only a sponsor's own tables know: steps, roles, users, senders, products, studies. */
import type { Trx } from '../storage/database.ts';
import type { ListReading, SourceCode } from './listSource.ts';

type Codes = (trx: Trx, reading: ListReading) => Promise<SourceCode[]> | SourceCode[];

/** The steps of the sponsor's workflow, in their order; those that are no more, too: a case may still be in one. */
export const stepsOf: Codes = async (trx, { user, language }) => {
  const found = await trx
    .selectFrom('workflow_step')
    .select(['workflow_key', 'name'])
    .where('sponsor_key', '=', user.sponsorKey)
    .orderBy('sort')
    .execute();
  return found.map(({ workflow_key, name }) => ({
    code: workflow_key,
    label: name[language] ?? name['en'] ?? workflow_key,
  }));
};

export const rolesOf: Codes = async (trx, { user }) => {
  const found = await trx
    .selectFrom('role')
    .select(['role_id', 'name'])
    .where('sponsor_key', '=', user.sponsorKey)
    .orderBy('name')
    .execute();
  return found.map(({ role_id, name }) => ({ code: String(role_id), label: name }));
};

/** Those who take part in the sponsor, by key or by id. */
export const usersOf =
  (by: 'user_key' | 'user_id'): Codes =>
  async (trx, { user }) => {
    const found = await trx
      .selectFrom('app_user as u')
      .innerJoin('user_sponsor as us', 'us.user_key', 'u.user_key')
      .select(['u.user_key', 'u.user_id', 'u.name'])
      .where('us.sponsor_key', '=', user.sponsorKey)
      .orderBy('u.name')
      .execute();
    return found.map((one) => ({ code: String(one[by]), label: one.name }));
  };

/** As far as the user is not limited to others. */
const within = (limit: readonly number[], key: number): boolean => limit.length === 0 || limit.includes(key);

export const sendersOf: Codes = async (trx, { user }) => {
  const found = await trx
    .selectFrom('sender')
    .select(['sender_key', 'organisation'])
    .where('sponsor_key', '=', user.sponsorKey)
    .orderBy('organisation')
    .execute();
  return found
    .filter(({ sender_key }) => within(user.senderKeys, sender_key))
    .map(({ sender_key, organisation }) => ({ code: String(sender_key), label: organisation }));
};

export const productsOf: Codes = async (trx, { user }) => {
  const found = await trx
    .selectFrom('product')
    .select(['product_key', 'name'])
    .where('sponsor_key', '=', user.sponsorKey)
    .orderBy('name')
    .execute();
  return found
    .filter(({ product_key }) => within(user.productKeys, product_key))
    .map(({ product_key, name }) => ({ code: String(product_key), label: name }));
};

export const studiesOf: Codes = async (trx, { user }) => {
  const found = await trx
    .selectFrom('study')
    .select(['study_key', 'study_no'])
    .where('sponsor_key', '=', user.sponsorKey)
    .orderBy('study_no')
    .execute();
  return found
    .filter(({ study_key }) => within(user.studyKeys, study_key))
    .map(({ study_key, study_no }) => ({ code: String(study_key), label: study_no }));
};

/** Those the sponsor's rules of obligations are about. */
export const receiversOf: Codes = (_trx, { catalogue }) =>
  catalogue.whole.obligations.map(({ receiver }) => ({ code: receiver, label: receiver }));
