import { startEmbeddedDatabase } from '@gwanje/testkit/embedded-database';

// Starts the database on the folder given and says its process id, to be killed then.
const database = await startEmbeddedDatabase(process.argv[2] ?? '');
process.stdout.write(`started ${database.process.pid}\n`);
