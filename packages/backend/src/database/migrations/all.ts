import type { Migration } from 'kysely/migration';
import * as identity from './0001-identity.ts';
import * as groups from './0002-groups.ts';
import * as clusters from './0003-clusters.ts';
import * as preferences from './0004-preferences.ts';
import * as records from './0005-records.ts';
import * as auditTarget from './0006-audit-target.ts';
import * as collection from './0007-collection.ts';
import * as alarms from './0008-alarms.ts';
import * as notifications from './0009-notifications.ts';
import * as administration from './0010-administration.ts';
import * as watchedClusters from './0011-watched-clusters.ts';
import * as otherEyes from './0012-other-eyes.ts';
import * as duties from './0013-duties.ts';
import * as rightsVersion from './0014-rights-version.ts';
import * as manyEvents from './0015-many-events.ts';
import * as unfinished from './0017-unfinished.ts';

/** Run in the order of their names, forward only. One that has been released is never changed: add another. */
export const migrations = {
  '0001-identity': identity,
  '0002-groups': groups,
  '0003-clusters': clusters,
  '0004-preferences': preferences,
  '0005-records': records,
  '0006-audit-target': auditTarget,
  '0007-collection': collection,
  '0008-alarms': alarms,
  '0009-notifications': notifications,
  '0010-administration': administration,
  '0011-watched-clusters': watchedClusters,
  '0012-other-eyes': otherEyes,
  '0013-duties': duties,
  '0014-rights-version': rightsVersion,
  '0015-many-events': manyEvents,
  '0017-unfinished': unfinished,
} as const satisfies Record<string, Migration>;
