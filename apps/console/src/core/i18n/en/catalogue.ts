import type { ko } from '../ko/catalogue.ts';
import type { SameKeys } from '../message-types.ts';
import { common } from './common.ts';
import { dialogs } from './dialogs.ts';
import { errors } from './errors.ts';
import { forms } from './forms.ts';
import { header } from './header.ts';
import { lists } from './lists.ts';
import { routes } from './routes.ts';
import { shell } from './shell.ts';

/** Loaded when someone chooses English. */
export const en: SameKeys<typeof ko> = {
  common,
  dialogs,
  errors,
  forms,
  header,
  lists,
  routes,
  shell,
};
