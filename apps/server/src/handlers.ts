import type { Handlers } from './http/call.ts';
import { auditHandlers } from './modules/audit/handlers.ts';
import { clusterHandlers } from './modules/clusters/handlers.ts';
import { groupHandlers } from './modules/groups/handlers.ts';
import { loginHandlers } from './modules/login/handlers.ts';
import { logoHandlers } from './modules/logos/handlers.ts';
import { userHandlers } from './modules/users/handlers.ts';
import { viewOptionHandlers } from './modules/view-options/handlers.ts';

/** One line a module. A descriptor that no module handles, and that is not planned, does not compile. */
export const handlers: Handlers = {
  ...loginHandlers,
  ...userHandlers,
  ...groupHandlers,
  ...clusterHandlers,
  ...logoHandlers,
  ...viewOptionHandlers,
  ...auditHandlers,
};
