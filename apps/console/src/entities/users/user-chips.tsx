import type { UserStatus } from '@gwanje/contract/definition/fields';
import type { RoleHolder } from '@gwanje/domain/access/permissions';
import { labelOf, roleKey, userStatusKey } from '@gwanje/domain/mappings/labels';
import { Chip } from '@gwanje/ui/chip';
import type { IconName } from '@gwanje/ui/icon';
import { useLanguage } from '#core/i18n/i18n.ts';

const STATUS_APPEARANCE = {
  1: { colour: 'normal', icon: 'mdi-check-circle' },
  2: { colour: 'orange', icon: 'mdi-pause-circle' },
  3: { colour: 'grey', icon: 'mdi-close-circle' },
  4: { colour: 'orange', icon: 'mdi-eye-lock' },
} as const satisfies Record<UserStatus, { colour: 'normal' | 'orange' | 'grey'; icon: IconName }>;

export function UserStatusChip({ status }: { readonly status: UserStatus }) {
  const language = useLanguage();
  return <Chip {...STATUS_APPEARANCE[status]}>{labelOf(userStatusKey(status), language)}</Chip>;
}

export function useRoleLabel(): (holder: RoleHolder) => string {
  const language = useLanguage();
  return ({ role, isKeyUser }) => labelOf(roleKey(role, isKeyUser), language);
}
