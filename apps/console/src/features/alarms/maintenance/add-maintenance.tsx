import { type Actor, isGroupAdmin } from '@gwanje/domain/permissions';
import { Icon } from '@gwanje/ui/icon';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useManagedMetaGroups } from '#core/groups/use-managed-meta-groups.ts';
import { useT } from '#core/i18n/i18n.ts';
import { useActor } from '#core/session/session-store.ts';
import { MaintenanceDialog } from './maintenance-dialog.tsx';

/** Shown only to users who manage a group. */
export function AddMaintenance() {
  const user = useActor();
  return user && isGroupAdmin(user) ? <AddButton actor={user} /> : null;
}

function AddButton({ actor }: { readonly actor: Actor }) {
  const t = useT();
  const managed = useManagedMetaGroups(actor);
  const [isOpen, setOpen] = useState(false);
  if (managed.length === 0) return null;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="mdi-wrench-clock" />} onClick={() => setOpen(true)}>
        {t('alarms.maintenance.add')}
      </Button>
      {isOpen && <MaintenanceDialog managed={managed} onClose={() => setOpen(false)} />}
    </>
  );
}
