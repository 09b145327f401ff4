import { checkUserId } from '@gwanje/contract/users/users';
import { userIdFault } from '@gwanje/domain/forms/user-id';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#core/api/query.ts';

const DEBOUNCE_MS = 300;

/** idle: nothing to check yet · unchecked: the server gave no answer. */
export type IdCheck = 'idle' | 'checking' | 'available' | 'taken' | 'unchecked';

/** Checks the id while the user types, once it is valid and the typing has paused. */
export function useIdCheck(userId: string): IdCheck {
  const [asked] = useDebouncedValue(userId, DEBOUNCE_MS);
  const isFit = userIdFault(userId) === undefined;
  const { data, isError } = useQuery({
    ...apiQuery(checkUserId, { params: { userId: asked } }, { staleMs: 10_000 }),
    enabled: isFit && asked === userId,
    retry: false,
  });
  if (!isFit) return 'idle';
  if (asked !== userId) return 'checking';
  if (isError) return 'unchecked';
  if (!data) return 'checking';
  return data.available ? 'available' : 'taken';
}
