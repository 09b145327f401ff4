import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { VERSION } from '../../platform/version.ts';
import { openApiDocument } from './open-api.ts';

const DOCS_PATH = '/api/docs';

/** Built once for each process: it takes a third of a second, and tests start many servers in one process. */
let contract: ReturnType<typeof buildContract> | undefined;

function buildContract() {
  const text = JSON.stringify(openApiDocument(VERSION));
  return { text, document: JSON.parse(text) };
}

/** Serves the contract for people and programs. It needs no session: it describes calls and holds no data. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  contract ??= buildContract();
  const { text, document } = contract;
  app.get(`${DOCS_PATH}/openapi.json`, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text),
  );
  await app.register(swagger, { mode: 'static', specification: { document } });
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    theme: { title: '관제 API' },
    uiConfig: {
      layout: 'BaseLayout',
      deepLinking: true,
      docExpansion: 'list',
      filter: true,
      displayOperationId: true,
    },
    // Every file is local and none is inline, so the content security policy of all pages applies here too.
    staticCSP: false,
  });
}
