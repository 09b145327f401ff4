import { common } from './common.ts';
import { dialogs } from './dialogs.ts';
import { errors } from './errors.ts';
import { forms } from './forms.ts';
import { groups } from './groups.ts';
import { header } from './header.ts';
import { lists } from './lists.ts';
import { logo } from './logo.ts';
import { routes } from './routes.ts';
import { shell } from './shell.ts';
import { upcoming } from './upcoming.ts';
import { users } from './users.ts';

/** One file per area. Keys are `area.name`; the English catalogue must have the same. */
export const ko = {
  common,
  dialogs,
  errors,
  forms,
  groups,
  header,
  lists,
  logo,
  routes,
  shell,
  upcoming,
  users,
} as const;
