import { startEmbeddedDatabase } from '@gwanje/testkit/embedded-database';

// Starts the database on the given folder and prints its process id. The test then kills this process.
const database = await startEmbeddedDatabase(process.argv[2] ?? '');
process.stdout.write(`started ${database.process.pid}\n`);
