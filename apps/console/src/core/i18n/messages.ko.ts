import { common } from './common-messages.ko.ts';
import { dialogs } from './dialog-messages.ko.ts';
import { errors } from './error-messages.ko.ts';
import { header } from './header-messages.ko.ts';
import { routes } from './route-messages.ko.ts';
import { shell } from './shell-messages.ko.ts';

/** The messages of the first load. A key is `area.name`. Every other area registers its messages with `addMessages`. */
export const ko = { common, dialogs, errors, header, routes, shell } as const;
