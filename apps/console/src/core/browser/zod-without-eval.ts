import { config } from 'zod';

/*
 * Zod tries `new Function` to find out whether it may compile schemas. The content security policy forbids this, and the browser
 * reports each attempt as a violation. Import this file before any file that parses.
 */
config({ jitless: true });
