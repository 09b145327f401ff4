import { openDatabase } from '@gwanje/backend/database/connection';
import { ALWAYS_HELD } from '@gwanje/backend/database/lease';
import { pino } from 'pino';
import { AllowList } from '../../../platform/outside-address.ts';
import { OutboundHttpClient } from '../clients/outbound-http-client.ts';
import { MessageSender } from '../message-sender.ts';
import { Outbox } from '../outbox/outbox.ts';

// Sends waiting messages. Kills itself after the receiver answered message number N, before it records the
// answer. Arguments: database, N. Without N it sends all messages and prints 'all sent'.
process.once('disconnect', () => process.exit());
const [address = '', fatal = ''] = process.argv.slice(2);
const { db } = openDatabase(JSON.parse(address));
const http = new OutboundHttpClient(new AllowList('127.0.0.1'));
const sender = new MessageSender({ http, mail: undefined }, 'https://gwanje.example.com');
let sentCnt = 0;
const outbox = new Outbox({
  db,
  sender: {
    async send(...message) {
      const sent = await sender.send(...message);
      sentCnt += 1;
      if (sentCnt === Number(fatal)) process.kill(process.pid, 'SIGKILL');
      return sent;
    },
  },
  logger: pino({ level: 'silent' }),
  now: () => new Date(),
  lease: ALWAYS_HELD,
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
await http.close();
process.disconnect();
