import { common } from './common.ts';
import { dialogs } from './dialogs.ts';
import { errors } from './errors.ts';
import { header } from './header.ts';
import { routes } from './routes.ts';
import { shell } from './shell.ts';
import { upcoming } from './upcoming.ts';

/** One file per area. Keys are `area.name`; the English catalogue must have the same. */
export const ko = { common, dialogs, errors, header, routes, shell, upcoming } as const;
