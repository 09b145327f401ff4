import { MAX_PUSH_DEVICES, PushDevice } from '@gwanje/contract/alarms/push';
import { AppError } from '@gwanje/contract/definition/errors';
import { deviceName } from '@gwanje/domain/formats/device-name';
import { lockSubGroups } from '../../../access/target-repository.ts';
import { requireSeen } from '../../../access/targets.ts';
import type { Routes } from '../../../platform/http/call.ts';
import { findLatestAlarmFacts } from '../../notifications/alarm-facts-repository.ts';
import { isSubscriptionGone } from '../../notifications/channels/push/push-client.ts';
import * as repository from '../../notifications/channels/push/push-repository.ts';
import { DeliveryFailure } from '../../notifications/clients/delivery-failure.ts';
import { exampleFacts } from '../../notifications/message-facts.ts';
import type { NotificationService } from '../../notifications/notification-service.ts';

/** Notifications on the devices of a person. Everything here belongs to the caller alone. */
export const pushRoutes = {
  async getPushSetting({ db, user, scope, now }) {
    const keys = await repository.findPushKeys(db);
    if (!keys) throw new AppError('busy');
    const { subGroupIdList, ...choice } = await repository.loadPushChoice(db, user.userNo);
    const devices = await repository.listDevices(db, user.userNo, now);
    return {
      ...choice,
      forSubGroupIdList: subGroupIdList?.filter((id) => scope.allowed.has(id)) ?? null,
      publicKey: keys.publicKey,
      deviceList: devices.map((device) => PushDevice.parse(device)),
    };
  },

  async savePushSetting({ db, user, body, now, audit }) {
    const { forSubGroupIdList, quietHours, ...choice } = body;
    if (forSubGroupIdList !== null) {
      const targets = await lockSubGroups(db, user, forSubGroupIdList);
      for (const [index, subGroupId] of forSubGroupIdList.entries())
        requireSeen('subGroup', subGroupId, targets.get(subGroupId), { field: `forSubGroupIdList.${index}` });
    }
    await repository.savePushChoice(db, {
      userNo: user.userNo,
      ...choice,
      quietHours: quietHours && JSON.stringify(quietHours),
      subGroupIdList: forSubGroupIdList && JSON.stringify(forSubGroupIdList),
      updatedAt: now,
    });
    await audit('push.setting', { kind: 'user', id: user.userNo }, { after: body });
  },

  async savePushSubscription({ db, user, body, now, audit, session, request, notifications }) {
    const { endpoint, replacedEndpoint, ...keys } = body;
    if (!session) throw new AppError('noPermission');
    if (!notifications.isPushService(endpoint))
      throw new AppError('invalidParameter', { field: 'endpoint', reason: 'unknownPushService' });
    const device = deviceName(request.headers['user-agent'] ?? '') ?? null;
    const values = { ...keys, deviceName: device, sessionHash: session.tokenHash, confirmedAt: now };
    if (replacedEndpoint !== undefined && replacedEndpoint !== endpoint) {
      const former = await repository.lockSubscription(db, replacedEndpoint);
      if (former?.userNo !== user.userNo) throw new AppError('notFound', { field: 'replacedEndpoint' });
      const { pushSubscriptionId } = former;
      await repository.replaceSubscription(db, pushSubscriptionId, { ...values, endpoint });
      await audit('push.renew', { kind: 'user', id: user.userNo }, { device });
      return { pushSubscriptionId };
    }
    const known = await repository.lockSubscription(db, endpoint);
    if (known?.userNo === user.userNo) {
      await repository.confirmSubscription(db, known.pushSubscriptionId, values);
      return { pushSubscriptionId: known.pushSubscriptionId };
    }
    // Another person used this browser before. A new id: what waits for that person must not come here.
    if (known) await repository.deleteSubscription(db, known.pushSubscriptionId);
    const row = { ...values, userNo: user.userNo, endpoint, createdAt: now };
    const pushSubscriptionId = await repository.insertSubscription(db, row);
    if (pushSubscriptionId === undefined) throw new AppError('conflict', { reason: 'changedMeanwhile' });
    await repository.deleteOldestDevices(db, user.userNo, MAX_PUSH_DEVICES);
    await audit('push.on', { kind: 'user', id: user.userNo }, { device });
    return { pushSubscriptionId };
  },

  async deletePushSubscription({ db, user, params, audit }) {
    const deleted = await repository.deleteOwnSubscription(db, user.userNo, params.pushSubscriptionId);
    if (deleted) await audit('push.off', { kind: 'user', id: user.userNo }, { device: deleted.deviceName });
  },

  async sendTestPush({ db, user, params, now, notifications }) {
    const { pushSubscriptionId } = params;
    const target = await repository.findOwnPushTarget(db, user.userNo, pushSubscriptionId);
    if (!target) return { isDelivered: false, status: null, reason: 'gone' as const };
    const alarm = (await findLatestAlarmFacts(db, user)) ?? exampleFacts(now);
    try {
      const { status } = await notifications.sender.send(target, crypto.randomUUID(), {
        reason: 'test',
        alarm,
      });
      await repository.noteSuccess(db, pushSubscriptionId, now);
      return { isDelivered: true, status, reason: null };
    } catch (error) {
      if (!(error instanceof DeliveryFailure)) throw error;
      if (!isSubscriptionGone(error)) {
        await repository.noteFailure(db, pushSubscriptionId, error.note, now);
        return { isDelivered: false, status: error.status, reason: error.kind };
      }
      await repository.deleteSubscription(db, pushSubscriptionId);
      return { isDelivered: false, status: error.status, reason: 'gone' as const };
    }
  },
} satisfies Routes<{ notifications: NotificationService }>;
