import { WALLBOARD_SIGN_IN_PATH } from '@gwanje/contract/dashboard/wallboards';
import { errors } from '@gwanje/contract/definition/errors';
import { send } from '#core/api/transport.ts';
import { writeStored } from '#core/browser/storage.ts';

/** Marks this browser as a wallboard: without a valid key it shows a message instead of the login page. */
export const WALLBOARD_KEY = 'wallboard';
/** A wallboard is redirected here from every other page. */
export const WALLBOARD_HOME = { path: '/custom-main', search: { wall: '1' } } as const;

export type WallboardEntry = 'opened' | 'refused' | 'tooMany' | 'signedIn' | 'unreachable';

/** Sends the key of a link to the server, which stores it in an HttpOnly cookie. */
export async function enterWallboard(token: string): Promise<WallboardEntry> {
  const answer = await send(
    {
      url: WALLBOARD_SIGN_IN_PATH,
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    },
    { answers: 'json' },
  );
  if (answer.kind !== 'envelope') return 'unreachable';
  if (answer.code === 200) {
    writeStored('local', WALLBOARD_KEY, '1');
    return 'opened';
  }
  if (answer.code === errors.tooManyRequests.code) return 'tooMany';
  if (answer.code === errors.conflict.code) return 'signedIn';
  const isRefusal = answer.code === errors.sessionFailed.code || answer.code === errors.invalidParameter.code;
  return isRefusal ? 'refused' : 'unreachable';
}

export function forgetWallboard(): void {
  writeStored('local', WALLBOARD_KEY, null);
}
