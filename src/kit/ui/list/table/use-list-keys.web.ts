/** The keys of the list in front, wherever the focus stands; `?` shows them. A list inside a record hears them only when it is focused. */
import type { RefObject } from 'react'
import { useShortcut } from '../../screen/keys.web.ts'
import type { KeyMeaning } from './keys.ts'
import { isOwn, type useRows } from './use-rows.web.ts'

export function useListKeys(rows: ReturnType<typeof useRows>, box: RefObject<HTMLElement | null>, active: boolean): void {
  const none = (): boolean => rows.currentId === null
  const run =
    (meaning: KeyMeaning) =>
    (event: KeyboardEvent): void =>
      rows.press(meaning, box.current, event.shiftKey)
  useShortcut({ combo: 'j', label: '下一行', run: run('next') }, active)
  useShortcut({ combo: 'k', label: '上一行', run: run('previous') }, active)
  useShortcut({ combo: 'x', label: '选择或取消选择当前行', run: run('toggle'), unless: none }, active)
  useShortcut({ combo: 'enter', label: '打开当前行', run: run('open'), unless: (event) => none() || isOwn(event.target) }, active)
  useShortcut({ combo: 'e', label: '修改当前行', run: run('edit'), unless: none }, active && rows.mayEdit)
}
