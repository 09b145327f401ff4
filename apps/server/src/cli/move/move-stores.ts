import { existsSync } from 'node:fs';
import { openSampleExport, type SampleExport } from '@gwanje/metric-store/embedded/query/sample-export';
import { HistoryImport } from '@gwanje/metric-store/prometheus/history-import';
import type { ServerSettings } from '../../config.ts';
import { isServerRunning } from '../admin-socket.ts';
import { isDatabaseRunning, startOwnDatabase } from '../backup/own-database.ts';
import { samplesFolder } from '../backup/samples.ts';
import type { CommandInput } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { addressOf, reasonOf, requireInstallation } from '../require-database.ts';
import { DatabaseMove } from './database-move.ts';
import { requireUsableEngines, SampleMove } from './sample-move.ts';
import { MOVE_FILE, SampleProgress } from './sample-progress.ts';

/**
 * Copies the embedded stores in the data folder to the database and the metric engines that the settings name.
 * Run again after an interruption, it continues; run again when it was complete, it says so. Both targets are checked before anything is written, and
 * compared with the embedded stores at the end. Until then no server starts on the new database.
 */
export async function moveStores(settings: ServerSettings, { say }: CommandInput): Promise<void> {
  const { dataDir, databaseUrl, metricsUrls } = settings;
  if (databaseUrl === undefined && metricsUrls.length === 0)
    throw new CommandError(
      [
        'Name the new stores with the settings that the server will have:',
        '  GWANJE_DATABASE_URL=postgres://… GWANJE_METRICS_URL=http://… npm run admin -- move-stores',
        'One of the two moves only the database, or only the samples.',
      ].join('\n'),
    );
  await requireInstallation({ dataDir, databaseUrl: undefined });
  if ((await isServerRunning(dataDir)) || (await isDatabaseRunning(dataDir)))
    throw new CommandError(
      `The installation in ${dataDir} is running and would change what is being copied. Stop it, then move. Agents keep their batches meanwhile.`,
    );
  await using stack = new AsyncDisposableStack();
  stack.use(await startOwnDatabase({ dataDir, databaseUrl: undefined }));
  const tables =
    databaseUrl === undefined ? undefined : stack.use(await DatabaseMove.open(dataDir, databaseUrl));
  const samples = metricsUrls.length > 0 ? await openSamples(settings) : undefined;
  if (samples) stack.use(samples);
  else if (metricsUrls.length > 0) say('samples: there are none in the data folder');
  const engines = samples ? await Promise.all(metricsUrls.map(openEngine)) : [];
  const progress = samples && (await SampleProgress.open(dataDir, samples, engines));
  await tables?.requireUsableTarget();
  if (samples && progress?.isNew) await requireUsableEngines(engines, samples);

  const moved: string[] = [];
  if (tables) moved.push(await tables.copy(say));
  if (samples && progress) moved.push(await new SampleMove({ samples, engines, progress, say }).copy());
  await tables?.finish();
  say(`moved: ${moved.join(', ')}`);
  say('Start every server and login site with these settings:');
  if (databaseUrl !== undefined)
    say(`  GWANJE_DATABASE_URL=… (${addressOf(databaseUrl)}, as for this command)`);
  if (samples) say(`  GWANJE_METRICS_URL=${engines.map(({ address }) => address).join(',')}`);
  say(
    `${dataDir} still has the embedded stores, unchanged. Delete postgres, metrics and ${MOVE_FILE} there when you no longer need them.`,
  );
}

async function openSamples({ dataDir, sampleTiers }: ServerSettings): Promise<SampleExport | undefined> {
  const dir = samplesFolder(dataDir);
  if (!existsSync(dir)) return undefined;
  try {
    return await openSampleExport({ dir, tiers: sampleTiers });
  } catch (error) {
    throw new CommandError(`The samples in ${dir} cannot be opened: ${reasonOf(error)}`);
  }
}

async function openEngine(url: string): Promise<HistoryImport> {
  try {
    return await HistoryImport.open(url);
  } catch (error) {
    const { host } = new URL(url);
    throw new CommandError(
      `The metric engine ${host} cannot be used: ${reasonOf(error)}. Nothing was changed.`,
    );
  }
}
