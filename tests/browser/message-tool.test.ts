/** 报文解析: pasted frames read in a browser. */
import { expect, test } from 'vitest'
import { openScreen, pane, session, useBrowser } from './harness.ts'

useBrowser()

const LOCATION =
  '7E0200002612345678901200 7D02 00000001 00000002 00BA7F0E 07E4F11C 0028 003C 0000 181015101010 0104 00000064 0202 007D01 13 7E'

test('a pasted frame is read field by field; a spoilt one says why and is read all the same', async () => {
  const { page } = await session()
  await openScreen(page, '/telematics/messageTool', 'messageTool')
  const tool = pane(page, 'messageTool')
  await tool.getByLabel('报文', { exact: true }).fill(`${LOCATION}\n${LOCATION.replace('13 7E', '14 7E')}\nnothing`)
  await tool.getByRole('button', { name: '解析', exact: true }).click()
  await expect.poll(() => tool.getByRole('heading', { name: /位置信息汇报/ }).count()).toBe(2)
  const row = (label: string) => tool.getByRole('row', { name: new RegExp(label) }).first()
  expect(await row('报警标志').textContent()).toContain('紧急报警')
  expect(await row('附加信息 01').textContent()).toContain('10.0 km')
  await tool.getByText('校验码错误，应为 13').waitFor()
  await tool.getByText('不是成对的十六进制字符').waitFor()
})
