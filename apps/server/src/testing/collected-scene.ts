import { collectInto } from './collected.ts';
import type { RunningApp } from './test-app.ts';
import { addCluster, addMetaGroup, addSubGroup, addUser } from './world.ts';

/** A user with a cluster in an allowed group, and a like cluster in a group that the user may not see. */
export async function collectedScene(app: RunningApp, role: 2 | 3 = 2) {
  const { db, clock } = app;
  const { userNo, userId } = await addUser(db, { role });
  const metaGroupId = await addMetaGroup(db, role === 3 ? userNo : null);
  const subGroupId = await addSubGroup(db, metaGroupId, undefined, [userNo]);
  const otherMetaGroupId = await addMetaGroup(db, null);
  const otherSubGroupId = await addSubGroup(db, otherMetaGroupId);
  const [hostId, foreignHostId] = [await addCluster(db, subGroupId), await addCluster(db, otherSubGroupId)];
  return {
    caller: await app.signIn(userId),
    userNo,
    subGroupId,
    otherSubGroupId,
    hostId,
    foreignHostId,
    seen: await collectInto(app, hostId),
    hidden: await collectInto(app, foreignHostId),
    nowMs: clock.now().getTime(),
  };
}
