/** A role added, renamed or deleted: each with its reason. */
import { Checkbox, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MAX_ROLE_DESCRIPTION,
  MAX_ROLE_NAME,
  saveRole,
  type BodyOf,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { ReasonDialog } from '../../components/index.ts';
import { attemptProps } from '../../feedback/reasonProps.ts';
import type { Role } from './roles.queries.ts';
import { useSaveRole } from './useSaveRole.ts';

type Written = BodyOf<typeof saveRole>;

function useStoreRole(onClose: () => void) {
  const { sponsorKey } = useRouteContext();
  return useSaveRole((body: Written) => call(saveRole, { params: { sponsorKey }, body }), onClose);
}

/** `role` null: a new one. */
export function EditRoleDialog({ role, onClose }: { role: Role | null; onClose: () => void }) {
  const { t } = useTranslation('roles');
  const save = useStoreRole(onClose);
  const [name, setName] = useState(role?.name ?? '');
  const [description, setDescription] = useState(role?.description ?? '');
  const [inspector, setInspector] = useState(role?.inspector ?? false);
  const [submitted, setSubmitted] = useState(false);
  const isReady = () => {
    setSubmitted(true);
    return name.trim() !== '';
  };
  return (
    <ReasonDialog
      {...attemptProps(save, onClose)}
      title={role ? t('editOf', { name: role.name }) : t('add')}
      note={
        <>
          <TextInput
            label={t('name')}
            required
            maxLength={MAX_ROLE_NAME}
            value={name}
            error={submitted && name.trim() === '' ? t('components:form.missing') : null}
            data-autofocus
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <Textarea
            label={t('description')}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={MAX_ROLE_DESCRIPTION}
            value={description}
            onChange={({ currentTarget: { value } }) => setDescription(value)}
          />
          <Checkbox
            label={t('inspector')}
            description={t('inspectorHelp')}
            checked={inspector}
            onChange={({ currentTarget: { checked } }) => setInspector(checked)}
          />
        </>
      }
      isReady={isReady}
      confirmLabel={t('save')}
      onConfirm={(reason) =>
        save.mutate({
          reason,
          roleId: role?.roleId ?? null,
          setAt: role?.setAt ?? null,
          name,
          description,
          inspector,
          delFlag: 'N',
        })
      }
    />
  );
}

export function DeleteRoleDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useTranslation('roles');
  const save = useStoreRole(onClose);
  const { roleId, setAt, name, description, inspector } = role;
  return (
    <ReasonDialog
      {...attemptProps(save, onClose)}
      title={t('deleteOf', { name })}
      note={<Text>{t('deleteNote')}</Text>}
      confirmLabel={t('delete')}
      onConfirm={(reason) =>
        save.mutate({ reason, roleId, setAt, name, description, inspector, delFlag: 'Y' })
      }
    />
  );
}
