import type { SameKeys } from '@gwanje/domain/i18n/messages';
import { common } from './common-messages.en.ts';
import { dialogs } from './dialog-messages.en.ts';
import { errors } from './error-messages.en.ts';
import { header } from './header-messages.en.ts';
import type { ko } from './messages.ko.ts';
import { routes } from './route-messages.en.ts';
import { shell } from './shell-messages.en.ts';

/** Loaded when a user chooses English. */
export const en: SameKeys<typeof ko> = { common, dialogs, errors, header, routes, shell };
