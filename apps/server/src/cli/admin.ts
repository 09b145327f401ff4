import { ConfigError } from '@gwanje/backend/config/env';
import { createLogger } from '@gwanje/backend/observe/logger';
import { readSettings, type ServerSettings } from '../config.ts';
import { backup } from './backup/backup.ts';
import { restore, verifyBackup } from './backup/restore.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { createKeyUser } from './create-key-user.ts';
import { moveStores } from './move/move-stores.ts';
import { Prompt } from './prompt.ts';
import { requireDatabase, requireInstallation } from './require-database.ts';
import { resetFactor } from './reset-factor.ts';
import { chooseInstallation, findRunningServers } from './running-installation.ts';
import { exportSettings, importSettings } from './settings-file.ts';
import { verifyAudit } from './verify-audit.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  'create-key-user': { needs: 'installation', asks: createKeyUser },
  'reset-factor': { needs: 'installation', usage: 'USERID', argCnt: 1, runs: resetFactor },
  backup: { needs: 'installation', usage: 'FILE', argCnt: 1, runs: backup },
  verify: { needs: 'nothing', usage: 'FILE', argCnt: 1, runs: verifyBackup },
  restore: { needs: 'database', usage: 'FILE', argCnt: 1, runs: restore },
  'move-stores': { needs: 'database', usage: '', argCnt: 0, runs: moveStores },
  'verify-audit': {
    needs: 'installation',
    usage: '[--files-elsewhere]',
    argCnt: 0,
    options: ['--files-elsewhere'],
    runs: verifyAudit,
  },
  export: { needs: 'installation', usage: 'FILE', argCnt: 1, runs: exportSettings },
  import: {
    needs: 'installation',
    usage: 'FILE [--dry-run]',
    argCnt: 1,
    options: ['--dry-run'],
    runs: importSettings,
  },
};

const [name = '', ...given] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
const known = (command && 'runs' in command && command.options) || [];
const options = new Set(given.filter((word) => known.includes(word)));
const args = given.filter((word) => !options.has(word));
const logger = createLogger('admin', 'error');
if (!command || args.length !== ('runs' in command ? command.argCnt : 0)) {
  const usages = Object.entries(COMMANDS).map(([word, it]) =>
    'runs' in it ? `${word} ${it.usage}`.trim() : word,
  );
  process.stderr.write(`usage: npm run admin -- ${usages.join(' | ')}\n`);
  process.exit(2);
}
try {
  const settings = await findSettings(command);
  if ('runs' in command)
    await command.runs(settings, { args, options, say: (line) => process.stdout.write(`${line}\n`) });
  else {
    using prompt = new Prompt(process.stdin, process.stdout);
    await command.asks(settings, prompt);
  }
} catch (error) {
  if (error instanceof CommandError || error instanceof ConfigError)
    process.stderr.write(`${error.message}\n`);
  else logger.error({ err: error }, 'command failed');
  process.exitCode = 1;
}

async function findSettings({ needs }: Command): Promise<ServerSettings> {
  if (needs !== 'installation') {
    const settings = readSettings(process.env);
    if (needs === 'database') await requireDatabase(settings);
    return settings;
  }
  const chosen = chooseInstallation(process.env, findRunningServers());
  const settings = readSettings(chosen);
  if (chosen.GWANJE_DATA_DIR !== process.env.GWANJE_DATA_DIR)
    process.stderr.write(`The running installation in ${settings.dataDir} is used.\n`);
  await requireInstallation(settings);
  return settings;
}
