import type { User } from '@gwanje/contract/users/users';
import { judgeViewAs } from '@gwanje/domain/view-as';
import { Icon } from '@gwanje/ui/icon';
import { Button } from '@mantine/core';
import { useSave } from '#components/forms/use-save.ts';
import { showConfirm } from '#core/dialogs/dialog-store.ts';
import { useT } from '#core/i18n/i18n.ts';
import { isViewing, useSession } from '#core/session/session-store.ts';
import { beginViewAs } from '#core/session/view-as.ts';

/** Hidden from users without the permission, and inside a view: views do not nest. */
export function ViewAsButton({ user }: { readonly user: User }) {
  const t = useT();
  const actor = useSession((state) => state.user);
  const isNested = useSession(isViewing);
  const { save: begin, isSaving } = useSave({
    save: async () => {
      const { name, userId, userNo } = user;
      const isConfirmed = await showConfirm({
        title: t('users.viewAs'),
        text: t('users.viewAsText', { name, userId }),
        msg: t('users.viewAsGoes'),
        textConfirm: t('users.viewAsBegin'),
      });
      if (isConfirmed) await beginViewAs(userNo);
    },
  });
  if (!actor || isNested || judgeViewAs(actor, user) !== 'allowed') return null;

  return (
    <Button
      variant="subtle"
      leftSection={<Icon name="mdi-eye-outline" />}
      loading={isSaving}
      onClick={() => begin()}
    >
      {t('users.viewAs')}
    </Button>
  );
}
