import { parentPort, workerData } from 'node:worker_threads';
import { readSettingsText } from './read-text.ts';
import type { TextAnswer, TextJob } from './text.ts';
import { settingsText } from './write-text.ts';

const job: TextJob = workerData;
const answer: TextAnswer = 'write' in job ? { text: settingsText(job.write) } : readSettingsText(job.read);
parentPort?.postMessage(answer);
