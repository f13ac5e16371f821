import type { Page } from '@playwright/test'

/** A picture that the browser draws itself. */
export const drawing = (page: Page, width: number, height: number) =>
  page.evaluate(
    async ([width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const pen = canvas.getContext('2d')
      if (pen) pen.fillStyle = '#f5a81c'
      pen?.fillRect(0, 0, width ?? 0, (height ?? 0) / 2)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    },
    [width, height],
  )
