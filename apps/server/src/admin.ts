import { ConfigError } from '@gwanje/backend/config/env';
import { createLogger } from '@gwanje/backend/observe/logger';
import { CommandError } from './admin/command-error.ts';
import { createKeyUser } from './admin/create-key-user.ts';
import { Prompt } from './admin/prompt.ts';
import { readSettings } from './config.ts';

type Command = (settings: ReturnType<typeof readSettings>, prompt: Prompt) => Promise<void>;

const COMMANDS: Readonly<Record<string, Command>> = { 'create-key-user': createKeyUser };

const name = process.argv[2] ?? '';
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
const logger = createLogger('admin', 'error');
if (!command) {
  process.stderr.write(`usage: npm run admin -- ${Object.keys(COMMANDS).join(' | ')}\n`);
  process.exit(2);
}
try {
  using prompt = new Prompt(process.stdin, process.stdout);
  await command(readSettings(process.env), prompt);
} catch (error) {
  if (error instanceof CommandError || error instanceof ConfigError)
    process.stderr.write(`${error.message}\n`);
  else logger.error({ err: error }, 'command failed');
  process.exitCode = 1;
}
