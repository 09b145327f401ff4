import { readChartTheme } from './chart-theme.ts';
import type { ShownSeries } from './model/columns.ts';

const HEAD_PX = 36;
const LEGEND_PX = 24;
const SIDE_PX = 12;

/** The plot as shown, with its title and legend, on the theme's background. */
export async function chartPng(
  plot: HTMLCanvasElement,
  title: string,
  note: string,
  visible: readonly ShownSeries[],
): Promise<Blob> {
  const theme = readChartTheme(plot);
  const pixelRatio = plot.width / plot.clientWidth;
  const canvas = document.createElement('canvas');
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('no canvas');
  const width = plot.width / pixelRatio;
  const font = (size: number, weight = 400) => `${weight} ${size}px ${theme.fontFamily}`;
  ctx.font = font(12);
  const positions = legendPositions(visible, width, (text) => ctx.measureText(text).width);
  const legendHeight = ((positions.at(-1)?.row ?? 0) + 1) * LEGEND_PX;
  canvas.width = plot.width;
  canvas.height = plot.height + (HEAD_PX + legendHeight) * pixelRatio;

  ctx.scale(pixelRatio, pixelRatio);
  ctx.fillStyle = theme.surface;
  ctx.fillRect(0, 0, width, canvas.height / pixelRatio);
  ctx.textBaseline = 'middle';
  ctx.fillStyle = theme.text;
  ctx.font = font(13, 600);
  ctx.fillText(title, SIDE_PX, HEAD_PX / 2);
  const titleWidth = ctx.measureText(title).width;
  ctx.fillStyle = theme.muted;
  ctx.font = font(12);
  ctx.fillText(note, SIDE_PX + titleWidth + 10, HEAD_PX / 2);
  for (const { one, left, row } of positions) {
    const y = HEAD_PX + row * LEGEND_PX + LEGEND_PX / 2;
    ctx.strokeStyle = one.isOthers ? theme.others : (theme.series[one.appearance.colour - 1] ?? theme.others);
    ctx.lineWidth = 3;
    ctx.setLineDash([...one.appearance.dash]);
    ctx.beginPath();
    ctx.moveTo(left, y);
    ctx.lineTo(left + 16, y);
    ctx.stroke();
    ctx.fillStyle = theme.text;
    ctx.fillText(one.label, left + 22, y);
  }
  ctx.drawImage(plot, 0, HEAD_PX + legendHeight, width, plot.height / pixelRatio);

  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

function legendPositions(visible: readonly ShownSeries[], width: number, widthOf: (text: string) => number) {
  let left = SIDE_PX;
  let row = 0;
  return visible.map((one) => {
    const entryWidth = 22 + widthOf(one.label) + 18;
    if (left > SIDE_PX && left + entryWidth > width - SIDE_PX) {
      left = SIDE_PX;
      row++;
    }
    const position = { one, left, row };
    left += entryWidth;
    return position;
  });
}
