import { insertWallboardKey } from '@gwanje/contract/dashboard/wallboards';
import { describe, expect, test } from 'vitest';
import { OwnCluster } from '../support/agent.ts';
import { Api } from '../support/api.ts';
import { consolePath, enter, openPage, signInByApi, stack, useBrowser } from '../support/browser.ts';
import { subGroup } from '../support/groups.ts';
import { answerDialog, callApi, REFUSALS, rowOf, uniqueName } from '../support/settings.ts';

const { visitor } = useBrowser();

function board(id: string, name: string, kind = 'counts', settings = {}) {
  const area = { x: 0, y: 0, w: 12, h: 4 };
  return { id, name, widgets: [{ id: 'w1', kind, title: '', area, settings }] };
}

describe('a wallboard', () => {
  test('shows the chosen boards without signing in, also after a reload, and only a message after its key is revoked', async () => {
    const { page } = await visitor(REFUSALS);
    await enter(page, 'total', '/main');
    const shown = uniqueName('벽');
    await callApi(page, 'POST', '/viewoption/customMain', {
      boards: [board('a', shown), board('b', '내 보드')],
      rotateSeconds: 0,
    });
    await openPage(page, '/setting/access-token');
    await page.getByRole('button', { name: '상황판 링크 생성' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: '생성', exact: true }).click();
    await form.getByText('보드를 하나 이상 선택해 주세요.').waitFor();
    const name = uniqueName('screen');
    await form.getByLabel('이름').fill(name);
    await form.getByLabel('보드').click();
    await page.getByRole('option', { name: shown }).click();
    await page.keyboard.press('Escape');
    await form.getByLabel('서브 그룹').click();
    await page.getByRole('option', { name: '운영', exact: true }).click();
    await page.keyboard.press('Escape');
    await form.getByRole('button', { name: '생성', exact: true }).click();
    const link = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    await page.getByRole('button', { name: '닫기' }).click();
    const row = rowOf(page, '상황판 화면 목록', name);
    await row.getByText('접속 기록 없음').waitFor();

    const { page: screen, context } = await visitor(REFUSALS);
    await screen.goto(link);
    await screen.getByRole('heading', { level: 1, name: shown }).waitFor();
    expect(consolePath(screen)).toContain('/custom-main?wall=1');
    expect(await screen.getByRole('navigation').count()).toBe(0);
    await screen.goto(`${stack().consoleUrl}/setting/user`);
    await screen.getByRole('heading', { level: 1, name: shown }).waitFor();
    expect(consolePath(screen)).toContain('/custom-main?wall=1');
    await screen.keyboard.press('Escape');
    const refused = await context.request.get(`${stack().consoleUrl}/api/v1/search?q=web`);
    expect([refused.status(), (await refused.json()).code]).toEqual([403, 8005]);

    const renamed = uniqueName('바뀐');
    await callApi(page, 'POST', '/viewoption/customMain', {
      boards: [board('a', renamed)],
      rotateSeconds: 0,
    });
    await screen.reload();
    await screen.getByRole('heading', { level: 1, name: renamed }).waitFor();

    await page.reload();
    await row.getByText('접속 기록 없음').waitFor({ state: 'detached' });
    await row.getByRole('button', { name: '폐기' }).click();
    await answerDialog(page, '폐기');
    await screen.getByText('상황판이 종료되었습니다').waitFor();
    expect(consolePath(screen)).toBe('/wallboard');
    await screen.goto(link);
    await screen.getByText('링크가 올바르지 않거나 폐기되었습니다.', { exact: false }).waitFor();
    expect(screen.url()).not.toContain('#');
  });

  test('shows the card of a tile, and a click does not leave the board; its link changes no session of a signed-in user', async () => {
    const admin = await Api.as('total');
    const { page } = await visitor(REFUSALS);
    await signInByApi(page, 'total');
    const group = await subGroup(admin, '검증');
    const cluster = await OwnCluster.create(admin, uniqueName('wall'), group);
    await cluster.sendPods([{ name: 'search-indexer-0', memUsedShare: 0.93 }]);
    const tiles = board('b', uniqueName('타일'), 'tileMap', { clusterList: [cluster.hostId] });
    await callApi(page, 'POST', '/viewoption/customMain', {
      boards: [board('a', '처음'), tiles],
      rotateSeconds: 0,
    });
    const { url } = await admin.call(insertWallboardKey, {
      body: {
        name: uniqueName('screen'),
        shownSubGroupIdList: [group.subGroupId],
        boardIdList: ['a', 'b'],
      },
    });

    // No request of the screen may be refused: the browser would report an error.
    const { page: screen } = await visitor();
    await screen.goto(url);
    await screen.getByRole('heading', { level: 1, name: '처음' }).waitFor();
    await screen.keyboard.press('ArrowRight');
    await screen.getByRole('heading', { level: 1, name: tiles.name }).waitFor();
    const map = screen.getByRole('application');
    await map.waitFor();
    await map.hover({ position: { x: 24, y: 48 } });
    const card = screen.getByTestId('tile-card');
    await card.getByText('952.32 MB / 1.00 GB · 93.00 %').waitFor();
    const shown = consolePath(screen);
    const back = screen.waitForEvent('framenavigated', (frame) => frame.url().includes('/custom-main'));
    await map.click({ position: { x: 24, y: 48 } });
    await back;
    expect(consolePath(screen)).toBe(shown);
    await screen.getByRole('heading', { level: 1, name: tiles.name }).waitFor();

    await page.goto(`${stack().consoleUrl}/wallboard#gww_${'x'.repeat(43)}`);
    await page.getByText('이미 로그인한 브라우저입니다').waitFor();
    await page.getByRole('button', { name: '대시보드로 이동' }).click();
    await page.getByRole('button', { name: /^사용자 메뉴: / }).waitFor();
  });
});
