/** The consignees of a mail: picked from the list, or typed as an address that is valid, allowed and not there yet. */
import { Button, Group, MultiSelect, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  addressKeyOfMail,
  isAllowedAddress,
  isMailAddress,
  MAX_ADDRESS,
} from '../../../../shared/mail/mailAddress.ts';
import { isSubmitEnter } from '../../../keys/index.ts';
import type { MailForm } from './mail.queries.ts';

interface ConsigneesProps {
  form: Pick<MailForm, 'userList' | 'allowed'>;
  addresses: readonly string[];
  /** not added yet */
  typed: string;
  onChange: (addresses: string[]) => void;
  onTyped: (typed: string) => void;
  /** with the typed one */
  onAdd: (addresses: string[]) => void;
  isSubmitted: boolean;
}

export function Consignees(props: ConsigneesProps) {
  const { form, addresses, typed, onChange, onTyped, onAdd, isSubmitted } = props;
  const { t } = useTranslation('mail');
  const [fault, setFault] = useState<Fault | null>(null);
  const listed = form.userList.map(({ address }) => address);
  const others = addresses.filter((address) => !listed.includes(address));
  const add = () => {
    const address = typed.trim();
    const found = faultOf(address, { ...form, listed, addresses });
    setFault(found);
    if (!found) onAdd([...addresses, address]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSubmitEnter(event)) return;
    // the dialog is not sent
    event.preventDefault();
    add();
  };
  return (
    <>
      <MultiSelect
        label={t('consignees')}
        data={[
          ...form.userList.map(({ userName, address }) => ({
            value: address,
            label: `${userName} <${address}>`,
          })),
          ...others,
        ]}
        value={[...addresses]}
        onChange={onChange}
        error={isSubmitted && addresses.length === 0 && t('chooseConsignee')}
        searchable
        withAsterisk
      />
      <Group align="start" gap="xs">
        <TextInput
          flex={1}
          label={t('newAddress')}
          description={
            form.allowed.length > 0 ? t('allowed', { allowed: form.allowed.join(', ') }) : t('usersOnly')
          }
          value={typed}
          maxLength={MAX_ADDRESS}
          onChange={({ currentTarget: { value } }) => {
            setFault(null);
            onTyped(value);
          }}
          onKeyDown={onKeyDown}
          error={fault ? t(fault) : isSubmitted && typed.trim() !== '' && t('notAdded')}
          inputMode="email"
          autoComplete="off"
          inputWrapperOrder={['label', 'description', 'input', 'error']}
        />
        <Button variant="default" mt={37} onClick={add} disabled={typed.trim() === ''}>
          {t('addAddress')}
        </Button>
      </Group>
    </>
  );
}

type Fault = 'invalidEmail' | 'duplicateEmail' | 'notAllowed';

interface Known {
  allowed: readonly string[];
  listed: readonly string[];
  addresses: readonly string[];
}

/** A listed address is picked, not typed again. */
function faultOf(address: string, { allowed, listed, addresses }: Known): Fault | null {
  const key = addressKeyOfMail(address);
  if (!isMailAddress(address)) return 'invalidEmail';
  if ([...listed, ...addresses].some((one) => addressKeyOfMail(one) === key)) return 'duplicateEmail';
  return isAllowedAddress(address, allowed) ? null : 'notAllowed';
}
