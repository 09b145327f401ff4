import { AppError } from '@gwanje/contract/definition/errors';
import type { AlarmService } from '../../alarms/engine/alarm-service.ts';
import type { IngestPipeline } from '../../pipeline/ingest-pipeline.ts';
import type { Routes } from '../../platform/http/call.ts';
import { exportText, importFile, planFile } from './import-settings.ts';
import { readYaml } from './settings-yaml-worker.ts';

export const settingsFileRoutes = {
  async exportSettings({ db, audit, now }) {
    const content = await exportText(db);
    await audit('installation.export');
    const name = `gwanje-settings-${now.toISOString().slice(0, 10)}.yaml`;
    return {
      contentType: 'application/yaml; charset=utf-8',
      content,
      headers: {
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    };
  },

  async planImport({ db, body }) {
    const { errors, plan, planId } = await planFile(db, await readYaml(body.content));
    return { errorList: [...errors], plan, planId };
  },

  async importSettings({ db, user, now, body, request, recheck, pipeline, alarms }) {
    const read = await readYaml(body.content);
    // Reading takes a while: a user who was signed out or demoted meanwhile must change nothing.
    if (!(await recheck())) throw new AppError('noPermission');
    const actor = { userNo: user.userNo, userId: user.userId };
    const by = { actor, address: request.ip };
    const outcome = await importFile({ db, user, now, by }, read, body.planId);
    if (outcome === 'conflict')
      throw new AppError('conflict', { field: 'planId', reason: 'changedMeanwhile' });
    if (outcome.plan === null) {
      const [first] = outcome.errors;
      throw new AppError('invalidParameter', {
        field: 'content',
        ...first,
        errorList: outcome.errors,
      });
    }
    alarms.engine.settingsChanged();
    await pipeline.refresh();
    return { plan: outcome.plan };
  },
} satisfies Routes<{ pipeline: IngestPipeline; alarms: AlarmService }>;
