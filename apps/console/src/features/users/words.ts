import { users as en } from '#core/i18n/en/users.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { users as ko } from '#core/i18n/ko/users.ts';

addWords('users', { ko, en });
