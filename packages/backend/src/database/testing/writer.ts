import { setTimeout as delay } from 'node:timers/promises';
import { isUnavailable, openDatabase } from '../connection.ts';

// Writes until it is killed, and prints `ack <name>` for each confirmed write. Arguments: address, prefix.
process.once('disconnect', () => process.exit(1));
const address = JSON.parse(process.argv[2] ?? '');
const prefix = process.argv[3] ?? '';
const { db } = openDatabase(address, { connectWithinMs: 1_000 });

async function write(action: string, isPair: boolean): Promise<void> {
  const row = { action, outcome: 'done' } as const;
  if (!isPair) {
    await db.insertInto('audit').values(row).execute();
    return;
  }
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('audit').values(row).execute();
    await trx
      .insertInto('audit')
      .values({ ...row, action: `${action}-second` })
      .execute();
  });
}

async function writeOn(lane: number): Promise<void> {
  for (let count = 0; ; count++) {
    // A failed write is not repeated with the same name: it is unknown whether it was stored.
    const action = `${prefix}-${lane}-${count}`;
    const isPair = count % 2 === 1;
    try {
      await write(action, isPair);
      process.stdout.write(`ack ${action}\n`);
      if (isPair) process.stdout.write(`ack ${action}-second\n`);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await delay(20);
    }
  }
}

await Promise.all([0, 1, 2].map(writeOn));
