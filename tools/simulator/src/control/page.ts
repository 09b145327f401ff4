import { SCENARIO_NAMES, SCENARIOS } from '../scenarios/registry.ts';
import type { Simulator } from '../simulator.ts';

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/**
 * Shows the running scenarios, with buttons to start others. Uses a small script, no styles and no framework.
 */
export function controlPage({ clusters, engine, timeline }: Simulator): string {
  const clusterRows = clusters.map(({ cluster, url }) => {
    const { nodes, pods } = cluster.store;
    return `<tr><td>${escapeHtml(cluster.name)}</td><td>${escapeHtml(cluster.spec.flavour.title)}</td><td>${nodes.size}</td><td>${pods.size}</td><td>${escapeHtml(url)}</td></tr>`;
  });
  const runningRows = engine.running().map(({ id, name, cluster, target, startedMs }) => {
    const since = new Date(startedMs).toISOString();
    return `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(cluster)}</td><td>${escapeHtml(target)}</td><td>${since}</td><td><button data-stop="${id}">stop</button></td></tr>`;
  });
  const scenarioRows = SCENARIO_NAMES.map((name) => {
    const { title, target } = SCENARIOS[name];
    return `<tr><td><button data-start="${name}">${name}</button></td><td>${escapeHtml(target)}</td><td>${escapeHtml(title)}</td></tr>`;
  });
  const choices = clusters.map(({ cluster }) => `<option>${escapeHtml(cluster.name)}</option>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Gwanje simulator</title><script src="/control.js" defer></script></head>
<body><h1>Gwanje simulator</h1><p>${new Date(timeline.nowMs()).toISOString()}</p>
<h2>Clusters</h2><table border="1"><tr><th>name</th><th>kind</th><th>nodes</th><th>pods</th><th>API</th></tr>${clusterRows.join('')}</table>
<h2>Running</h2><table border="1"><tr><th>scenario</th><th>cluster</th><th>target</th><th>since</th><th></th></tr>${runningRows.join('')}</table>
<h2>Scenarios</h2><p><label>cluster <select id="cluster">${choices.join('')}</select></label>
<label>target <input id="target" placeholder="any"></label> <label>seconds <input id="seconds" placeholder="until stopped"></label></p><p id="message" role="status"></p>
<table border="1"><tr><th>start</th><th>happens to</th><th>what</th></tr>${scenarioRows.join('')}</table></body></html>`;
}

export const CONTROL_SCRIPT = `
const value = (id) => document.getElementById(id).value.trim() || undefined;
async function call(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body && JSON.stringify(body),
  });
  if (answer.ok) location.reload();
  else document.getElementById('message').textContent = (await answer.json()).message;
}
document.addEventListener('click', (event) => {
  const { start, stop } = event.target.dataset ?? {};
  const seconds = value('seconds');
  if (start) call('POST', '/scenarios/' + start, { cluster: value('cluster'), target: value('target'), seconds: seconds && Number(seconds) });
  if (stop) call('DELETE', '/scenarios/running/' + stop);
});
`;
