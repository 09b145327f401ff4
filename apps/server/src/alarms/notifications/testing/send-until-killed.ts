import { openDatabase } from '@gwanje/backend/database/connection';
import { ALWAYS_ON_DUTY } from '@gwanje/backend/database/duty';
import { pino } from 'pino';
import { Messenger } from '../messenger.ts';
import { Outbox } from '../outbox.ts';
import { AllowList } from '../outside.ts';
import { OutsideClient } from '../outside-client.ts';

// Sends what waits, and dies with the answer to the message of this number in hand, before it is written down.
// Arguments: database, number of the message; without it all is sent, and that is said.
process.once('disconnect', () => process.exit());
const [address = '', fatal = ''] = process.argv.slice(2);
const { db } = openDatabase(JSON.parse(address));
const outside = new OutsideClient(new AllowList('127.0.0.1'));
const messenger = new Messenger({ outside, mailer: undefined, publicUrl: 'https://gwanje.example.com' });
let sentCnt = 0;
const outbox = new Outbox({
  db,
  messenger: {
    async send(...message) {
      const sent = await messenger.send(...message);
      sentCnt += 1;
      if (sentCnt === Number(fatal)) process.kill(process.pid, 'SIGKILL');
      return sent;
    },
  },
  logger: pino({ level: 'silent' }),
  now: () => new Date(),
  duty: ALWAYS_ON_DUTY,
});

const waiting = async () => {
  const { cnt } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('cnt'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return cnt;
};
while ((await waiting()) > 0) {
  await outbox.sendDue();
  await outbox.settled();
}
process.stdout.write('all sent\n');
await db.destroy();
await outside.close();
process.disconnect();
