import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { Timestamp, UserNo } from '../definition/fields.ts';
import { User } from './users.ts';

/** The login site sets it; the console's server reads it. Over HTTPS its name has a prefix. */
export const SESSION_COOKIE = 'gwanje_session';
/** The cookie of a screen that shows boards. The console's server sets and reads it. */
export const WALLBOARD_COOKIE = 'gwanje_wallboard';
/** Header of automatic reads, which do not extend a session. */
export const UNATTENDED_HEADER = 'gwanje-unattended';

export const NewBrowser = z.object({
  at: Timestamp,
  /** Browser and system; null: unknown. */
  deviceName: z.string().nullable(),
  address: z.string(),
});
export type NewBrowser = z.infer<typeof NewBrowser>;

export const loginCheck = endpoint({
  route: 'GET /loginCheck',
  summary: 'The signed-in user, or the user that an admin views as; 9999 without a session',
  access: 'all',
  wallboards: true,
  tokens: 'no',
  subGroupsIn: 'none',
  query: z.strictObject({
    /** Wallboards and realtime windows count as activity. The periodic check of other pages does not. */
    keepAlive: z.enum(['Y', 'N']).optional(),
  }),
  response: z.object({
    user: User,
    /** The admin who views as `user`; null: `user` signed in. */
    viewedBy: z.object({ userNo: UserNo, userId: z.string(), name: z.string() }).nullable(),
    /** The wallboard key of this screen. `user` is its creator, limited to the key's groups and boards. */
    wallboard: z.object({ name: z.string() }).nullable(),
    /** Proves to the login site that a logout comes from the console. Null without a session. */
    logoutKey: z.string().nullable(),
    /**
     * Sign-ins of the last week with browsers that were new to `user`, other than this one; latest first. Empty on a
     * wallboard and while an admin views as `user`.
     */
    newBrowserList: z.array(NewBrowser),
  }),
});

export const startViewAs = endpoint({
  route: 'POST /view-as',
  summary: 'View the console as another user, read-only, until the view is ended',
  access: 'totalAdmin',
  subGroupsIn: 'none',
  tokens: 'no',
  body: z.strictObject({ userNo: UserNo }),
});

export const stopViewAs = endpoint({
  route: 'DELETE /view-as',
  summary: 'End the view as another user; has no effect if there is none',
  access: 'all',
  subGroupsIn: 'none',
  tokens: 'no',
  whileViewing: 'asSelf',
});
