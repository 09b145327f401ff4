import { common } from './common.ts';
import { dialogs } from './dialogs.ts';
import { errors } from './errors.ts';
import { forms } from './forms.ts';
import { header } from './header.ts';
import { lists } from './lists.ts';
import { routes } from './routes.ts';
import { shell } from './shell.ts';

/** One file per area. Keys are `area.name`; the English catalogue must have the same. */
export const ko = {
  common,
  dialogs,
  errors,
  forms,
  header,
  lists,
  routes,
  shell,
} as const;
