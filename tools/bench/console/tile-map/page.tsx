import '../../../../apps/console/src/app/theme/tokens.css';
import '../../../../apps/console/src/app/theme/base.css';
import { TileMap, type TileMapTexts } from '@gwanje/ui/tile-map/tile-map';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { sampleTiles } from './sample.ts';

const texts: TileMapTexts = {
  label: '파드 맵',
  keys: '',
  summary: (_counts, totalCnt) => `${totalCnt}개`,
  groupNotes: ({ count }) => [`${count}개`],
  zoomIn: '확대',
  zoomOut: '축소',
  resetZoom: '전체 보기',
};
const BY_STATE = { by: 'state' } as const;
const COUNT = 100_000;
const collections = [0, 1].map((tick) => sampleTiles(COUNT, 12, tick));

let update = () => {};

function Page() {
  const [tick, setTick] = useState(0);
  update = () => setTick(tick + 1);
  const data = collections[tick % collections.length];
  if (!data) return null;
  return (
    <div style={{ height: '100vh' }}>
      <TileMap
        data={data}
        colour={BY_STATE}
        texts={texts}
        renderCard={(index) => data.names[index]}
        describe={(index) => data.names[index] ?? ''}
        onOpen={() => {}}
      />
    </div>
  );
}

/** Milliseconds between frames while each frame runs a step. */
async function framesWhile(count: number, step: (frame: number) => void): Promise<number[]> {
  const durations: number[] = [];
  let last = await new Promise(requestAnimationFrame);
  for (let frame = 0; frame < count; frame++) {
    step(frame);
    const now = await new Promise(requestAnimationFrame);
    durations.push(now - last);
    last = now;
  }
  return durations;
}

async function measure() {
  const canvas = document.querySelector('canvas');
  const scroller = canvas?.closest('div[class*="scroller"]');
  if (!canvas || !scroller) throw new Error('there is no tile map');
  const turn = (deltaY: number) =>
    canvas.dispatchEvent(
      new WheelEvent('wheel', {
        bubbles: true,
        cancelable: true,
        ctrlKey: true,
        deltaY,
        clientX: 700,
        clientY: 400,
      }),
    );
  // Zooms in from the whole map, where every tile is visible, and out again.
  const zoom = await framesWhile(240, (frame) => turn(frame % 80 < 40 ? -40 : 40));
  for (let step = 0; step < 3; step++) turn(-120);
  const pan = await framesWhile(240, (frame) => {
    scroller.scrollTop = 400 + 300 * Math.sin(frame / 20);
    scroller.scrollLeft = 400 + 300 * Math.cos(frame / 20);
  });
  turn(120);
  turn(120);
  turn(120);
  const updates = await framesWhile(20, () => update());
  return { zoom, pan, updates };
}

Object.assign(window, { measureTileMap: measure });
const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
