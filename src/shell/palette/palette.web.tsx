/** Ctrl/⌘K: menus (with pinyin), records, actions of the record in front, history. */
import { ConfigProvider } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { api } from '#kit/ui/client/api.web.ts'
import { useCommandsOf } from '#kit/ui/screen/commands.web.ts'
import { RecordCard } from '#kit/ui/card/record-card.web.tsx'
import { toast } from '#kit/ui/dialog/message.web.tsx'
import { usePinyin } from '#kit/ui/parts/pinyin.web.ts'
import { useKeyboardBack } from '#kit/ui/screen/keyboard-back.web.ts'
import { addPath, entityOf, findScreen, hasEntity, helpOf } from '#kit/ui/screen/registry.web.ts'
import { useSearched } from '#kit/ui/state/pending-keyword.web.ts'
import { inLanguage } from '#kit/ui/parts/page-text.ts'
import { pagesOf } from '../menu/work-menu.ts'
import { useGo } from '../tabs/go.web.ts'
import { kindOf, useRecent } from '../tabs/recent.web.ts'
import { useTabs } from '../tabs/tabs.web.ts'
import { useNarrow } from '#kit/ui/list/media.web.ts'
import { offer, type Entry } from './palette.ts'
import type { FoundRecord } from '../search.wire.ts'
import './palette.css'

const WAIT_MS = 150

export default function Palette({ onClose }: { onClose: () => void }) {
  const box = useRef<HTMLDialogElement>(null)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  /** Enter was pressed before what stands in the list belonged to what was typed. */
  const [pressed, setPressed] = useState(false)
  const { entries, old } = useEntries(query)
  const narrow = useNarrow()
  const go = useGo()
  /** On a narrow screen the card takes the place of the list, once it was asked for. */
  const [shown, setShown] = useState<NonNullable<Entry['card']> | null>(null)
  const beside = narrow ? shown : isOld(entries[at], old) ? null : (entries[at]?.card ?? null)
  const waits = isOld(entries[at], old)
  useEffect(() => {
    box.current?.showModal()
  }, [])
  useKeyboardBack()
  useEffect(() => {
    setAt(0)
    setPressed(false)
    setShown(null)
  }, [query])
  useEffect(() => {
    // Braces on purpose: newer browsers return a promise here, and an effect may only return its clean-up.
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at, entries])

  const choose = (entry: Entry | undefined): void => {
    if (!entry) return
    if (entry.reason) return toast.info(entry.reason)
    if (narrow && entry.card) return setShown(entry.card)
    onClose()
    entry.run()
  }
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      setAt((before) => (before + step + entries.length) % entries.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      if (waits) setPressed(true)
      else choose(entries[at])
    }
  }
  useEffect(() => {
    if (!pressed || waits) return
    setPressed(false)
    choose(entries[at])
  })
  return (
    <dialog
      ref={box}
      className={beside && !narrow ? 'zyt-palette zyt-palette-wide' : 'zyt-palette'}
      aria-label="搜索"
      onClose={onClose}
      onClick={(event) => event.target === box.current && onClose()}
    >
      <input
        className="zyt-palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls="zyt-palette-list"
        aria-activedescendant={entries[at] ? `zyt-palette-${at}` : undefined}
        aria-label="搜索菜单、记录与操作"
        placeholder="搜索菜单、车牌、合同号、手机号、姓名……支持拼音首字母"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="zyt-palette-body">
        {narrow && beside ? null : (
          <div className="zyt-palette-found">
            <ul id="zyt-palette-list" className="zyt-palette-list" role="listbox" aria-label="搜索结果">
              {entries.map((entry, i) => (
                <li
                  key={entry.id}
                  id={`zyt-palette-${i}`}
                  role="option"
                  aria-selected={i === at}
                  aria-disabled={Boolean(entry.reason)}
                  className="zyt-palette-entry"
                  onMouseMove={() => setAt(i)}
                  onClick={() => choose(entry)}
                >
                  <span className="zyt-palette-group">{entries[i - 1]?.group === entry.group ? '' : entry.group}</span>
                  <span className="zyt-palette-title">{entry.title}</span>
                  <span className="zyt-palette-hint">{entry.reason ?? entry.hint}</span>
                </li>
              ))}
            </ul>
            {entries.length === 0 ? (
              <p className="zyt-palette-none">
                {query.trim() === '' ? '输入关键字开始搜索' : '没有匹配的页面、单据或操作，可以换个关键字，如车牌、姓名、单号'}
              </p>
            ) : null}
          </div>
        )}
        {beside ? (
          <section className="zyt-palette-card" aria-label="卡片">
            {narrow ? (
              <button type="button" className="zyt-palette-back" onClick={() => setShown(null)}>
                ‹ 返回搜索结果
              </button>
            ) : null}
            {/* What opens over the card belongs into this dialog: behind it nobody could press it. */}
            <ConfigProvider getPopupContainer={() => box.current ?? document.body}>
              <RecordCard key={`${beside.entity}:${beside.id}`} of={beside} onLeave={onClose} onGo={go.open} />
            </ConfigProvider>
          </section>
        ) : null}
      </div>
    </dialog>
  )
}

/** Whether what stands in the list does not belong to what was typed yet. */
const isOld = (entry: Entry | undefined, old: Offered['old']): boolean =>
  entry === undefined || entry.group === '记录' ? old.records : old.words

/** `old`: what still belongs to what was typed before. */
interface Offered {
  entries: Entry[]
  old: { words: boolean; records: boolean }
}

function useEntries(query: string): Offered {
  const go = useGo()
  const { active } = useTabs()
  const commands = useCommandsOf(active)
  const recent = useRecent()
  const match = usePinyin(true)
  const { records, late } = useRecords(query)
  const deferred = useDeferredValue(query)
  const local = useMemo<Entry[]>(
    () => [
      ...commands.map((c): Entry => ({
        id: `command:${c.id}`,
        group: '操作',
        title: c.label,
        other: inLanguage(c.label),
        hint: c.hint ?? '',
        reason: c.reason,
        run: c.run,
      })),
      ...recent.map((r): Entry => ({
        id: `recent:${r.path}`,
        group: '最近',
        title: r.title,
        hint: kindOf(r, findScreen(r.code)?.title),
        run: () => go.open(r.path),
      })),
      ...pagesOf(go.routing.menu).map(({ node, trail }): Entry => ({
        id: `menu:${node.code}`,
        group: '菜单',
        title: node.title,
        other: inLanguage(node.title),
        hint: `${trail.map(inLanguage).join(' › ')} ${inLanguage(helpOf(findScreen(node.code)) ?? '')}`,
        run: () => go.open(node.code),
      })),
      // What begins something is asked for by its name, wherever one is: 新增合同.
      ...go.routing.routes
        .filter(({ screen }) => screen.kind === 'form' && screen.right?.endsWith('_add'))
        .map(({ screen, path }): Entry => ({
          id: `form:${screen.code}`,
          group: '菜单',
          title: screen.title,
          other: inLanguage(screen.title),
          hint: go.routing.trail(screen.code).map(inLanguage).join(' › '),
          run: () => go.open((screen.entity && addPath(screen.entity)) ?? path),
        })),
    ],
    [commands, recent, go],
  )
  const entries = useMemo(() => {
    const recordEntries = records.map((r): Entry => ({
      id: `record:${r.entity}:${r.id}`,
      group: '记录',
      title: r.title,
      hint: [inLanguage(r.entityLabel), r.hint].filter(Boolean).join(' · '),
      card: hasEntity(r.entity) && entityOf(r.entity).card ? { entity: r.entity, id: r.id } : null,
      run: () => go.open(r.path),
    }))
    return offer(deferred, local, recordEntries, match)
  }, [deferred, local, records, match, go])
  const words = deferred !== query
  return { entries, old: { words, records: words || late } }
}

const none: FoundRecord[] = []
function useRecords(query: string): { records: FoundRecord[]; late: boolean } {
  const { keyword, pausing } = useSearched(query, WAIT_MS)
  const { data, isPlaceholderData, isPending } = useQuery({
    queryKey: ['search', keyword],
    enabled: keyword !== '',
    queryFn: ({ signal }) => api.get<FoundRecord[]>('/api/v1/search', { keyword }, { signal, silent: true }),
    placeholderData: (before) => before,
  })
  if (keyword === '') return { records: none, late: pausing }
  return { records: data ?? none, late: pausing || isPlaceholderData || isPending }
}
