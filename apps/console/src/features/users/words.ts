import { users as en } from '#shared/i18n/en/users.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { users as ko } from '#shared/i18n/ko/users.ts';

addWords('users', { ko, en });
