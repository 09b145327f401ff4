// Brings in many clusters in one go: creates each, and saves its manifest, ready for `kubectl apply`.
//
//   GWANJE_URL=https://console.example.com GWANJE_TOKEN=gwa_… \
//     node bring-in-clusters.mjs clusters.csv manifests/
//
// clusters.csv, a line a cluster:   name,meta group,sub group[,alarm template]
// Run it again as often as you like: clusters that are there already are left alone.

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const say = (line) => process.stdout.write(`${line}\n`);
const complain = (line) => process.stderr.write(`${line}\n`);

const [csvPath, outDir] = process.argv.slice(2);
const { GWANJE_URL, GWANJE_TOKEN } = process.env;
if (!csvPath || !outDir || !GWANJE_URL || !GWANJE_TOKEN) {
  complain('usage: GWANJE_URL=… GWANJE_TOKEN=… node bring-in-clusters.mjs CLUSTERS.csv OUT_FOLDER');
  process.exit(2);
}

async function send(method, path, body, headers = {}) {
  const response = await fetch(new URL(`/api/v1${path}`, GWANJE_URL), {
    method,
    headers: {
      authorization: `Bearer ${GWANJE_TOKEN}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  // Busy: the server says when to come again.
  if (response.status === 429 || response.status === 503) {
    const waitS = Number(response.headers.get('retry-after')) || 5;
    await new Promise((resolve) => setTimeout(resolve, waitS * 1000));
    return send(method, path, body, headers);
  }
  if (!response.ok) {
    const { code, message } = await response.json();
    throw new Error(`${method} ${path}: ${code} ${message}`);
  }
  return response;
}

const data = async (...args) => (await (await send(...args)).json()).data;

const { groupNameList } = await data('GET', '/group-name/list');
const { list: templates } = await data('POST', '/templates/1/1000', { _method: 'get' });
const { clusterList } = await data('GET', '/cluster/name-list');
const known = new Set(clusterList.map(({ name }) => name));

const lines = (await readFile(csvPath, 'utf8')).split(/\r?\n/).filter((line) => line.trim() !== '');
await mkdir(outDir, { recursive: true, mode: 0o700 });
let made = 0;
const waiting = lines.values();
// A few at a time: one after the other a hundred take minutes where the way is long.
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (const line of waiting) await bringIn(line);
  }),
);

async function bringIn(line) {
  const [name, metaName, subName, templateName] = line.split(',').map((part) => part.trim());
  if (known.has(name)) return;
  const meta = groupNameList.find((group) => group.metaGroupName === metaName);
  const sub = meta?.subGroupNameList.find((group) => group.subGroupName === subName);
  const template = templateName ? templates.find((one) => one.name === templateName) : templates[0];
  if (!sub || !template) {
    complain(`${name}: no group ${metaName} / ${subName}, or no template ${templateName ?? ''}`);
    process.exitCode = 1;
    return;
  }
  const body = {
    name,
    metaGroupId: meta.metaGroupId,
    subGroupId: sub.subGroupId,
    alarmTemplateId: template.alarmTemplateId,
  };
  // The same key for the same cluster: should the answer be lost, a second try makes no second cluster.
  const key = createHash('sha256').update(`${GWANJE_URL} ${line}`).digest('hex').slice(0, 32);
  const { hostId } = await data('POST', '/cluster/insert', body, { 'idempotency-key': key });
  const manifest = await send('GET', `/cluster/download/${hostId}`);
  // It holds the token of the cluster's agents.
  await writeFile(join(outDir, `${hostId}.yaml`), await manifest.text(), { mode: 0o600 });
  made++;
  say(`${name}: kubectl apply -f ${join(outDir, `${hostId}.yaml`)}`);
}

say(`${made} brought in, ${lines.length - made} left as they were`);
