import { getUserFactors, resetUserFactors } from '@gwanje/contract/users/user-factors';
import type { User } from '@gwanje/contract/users/users';
import { TextButton } from '@gwanje/ui/buttons';
import { useQuery } from '@tanstack/react-query';
import { useSave } from '#components/forms/use-save.ts';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import { showAlert, showConfirm } from '#core/dialogs/dialog-store.ts';
import { useT } from '#core/i18n/i18n.ts';

/** For a user who has lost phone and security key. Shown only for users with a second factor. */
export function ResetFactorButton({ user: { userNo, userId, name } }: { readonly user: User }) {
  const t = useT();
  const factors = useQuery(apiQuery(getUserFactors, { params: { userNo } }, { staleMs: 0 }));
  const { save, isSaving } = useSave({
    save: async () => {
      const isConfirmed = await showConfirm({
        title: t('users.resetFactor'),
        text: t('users.resetFactorText', { name, userId }),
        msg: t('users.resetFactorGoes'),
        textConfirm: t('users.resetFactorConfirm'),
      });
      return isConfirmed && call(resetUserFactors, { params: { userNo } });
    },
    onSaved: async () => {
      await factors.refetch();
      await showAlert({ text: t('users.resetFactorDone', { name, userId }) });
    },
  });
  const { hasTotp = false, passkeyCnt = 0 } = factors.data ?? {};
  if (!hasTotp && passkeyCnt === 0) return null;
  return (
    <TextButton icon="mdi-shield-key-outline" variant="subtle" loading={isSaving} onClick={() => save()}>
      {t('users.resetFactor')}
    </TextButton>
  );
}
