/** Menus as foldable parts, pages as rows, buttons beside their page. Native check boxes: there are well over a thousand. */
import { useEffect, useRef } from 'react'
import { Button } from 'antd'
import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { codesOf, setCodes, tickOf, toggleFunction, togglePage, type Codes, type GrantMenu, type GrantPage } from '../grants.ts'

interface Props {
  menus: readonly GrantMenu[]
  granted: Codes
  grantable: Codes
  readOnly: boolean
  shut: ReadonlySet<string>
  onShut: (shut: ReadonlySet<string>) => void
  onChange: (granted: Codes) => void
}

export function GrantTree({ menus, shut, onShut, ...rest }: Props) {
  return (
    <div className="zyt-grant-menus">
      {menus.map((menu) => (
        <Menu
          key={menu.code}
          menu={menu}
          open={!shut.has(menu.code)}
          onFold={() => {
            const next = new Set(shut)
            if (!next.delete(menu.code)) next.add(menu.code)
            onShut(next)
          }}
          {...rest}
        />
      ))}
    </div>
  )
}

type PartProps = Pick<Props, 'granted' | 'grantable' | 'readOnly' | 'onChange'>

function Menu({ menu, open, onFold, ...rest }: PartProps & { menu: GrantMenu; open: boolean; onFold: () => void }) {
  const { granted, grantable, readOnly, onChange } = rest
  const codes = codesOf(menu.pages)
  const tick = tickOf(codes, granted)
  const none = !codes.some((code) => grantable.has(code))
  return (
    <section className="zyt-grant-menu" aria-label={menu.name}>
      <header>
        <Button
          type="text"
          size="small"
          icon={open ? <DownOutlined /> : <RightOutlined />}
          aria-expanded={open}
          aria-label={`${open ? '收起' : '展开'}${menu.name}`}
          onClick={onFold}
        />
        <Tick
          label={menu.name}
          strong
          state={tick}
          disabled={readOnly || none}
          reason={none ? LACKING : undefined}
          onChange={(on) => onChange(setCodes(granted, codes, on, grantable))}
        />
        <span className="zyt-section-hint">
          {codes.filter((code) => granted.has(code)).length} / {codes.length}
        </span>
      </header>
      {open ? menu.pages.map((page) => <Page key={page.code} page={page} {...rest} />) : null}
    </section>
  )
}

const LACKING = '您自己没有这项权限'

function Page({ page, granted, grantable, readOnly, onChange }: PartProps & { page: GrantPage }) {
  const lacking = !grantable.has(page.code)
  const buttons = page.functions.map((f) => f.code)
  const tick = tickOf(buttons, granted)
  return (
    <div className="zyt-grant-page">
      <div className="zyt-grant-name">
        <Tick
          label={page.name}
          state={granted.has(page.code) ? 'all' : 'none'}
          disabled={readOnly || lacking}
          reason={lacking ? LACKING : undefined}
          onChange={(on) => onChange(togglePage(granted, page, on, grantable))}
        />
      </div>
      <div className="zyt-grant-functions">
        {page.functions.length > 1 ? (
          <Tick
            label="全部按钮"
            muted
            state={tick}
            disabled={readOnly || lacking}
            onChange={(on) => onChange(setCodes(on ? togglePage(granted, page, true, grantable) : granted, buttons, on, grantable))}
          />
        ) : null}
        {page.functions.map((f) => {
          const without = !grantable.has(f.code)
          return (
            <Tick
              key={f.code}
              label={f.name}
              state={granted.has(f.code) ? 'all' : 'none'}
              disabled={readOnly || without}
              reason={without ? LACKING : undefined}
              onChange={(on) => onChange(toggleFunction(granted, page, f.code, on, grantable))}
            />
          )
        })}
        {page.functions.length === 0 ? <span className="zyt-section-hint">没有功能按钮</span> : null}
      </div>
    </div>
  )
}

interface TickProps {
  label: string
  state: 'all' | 'some' | 'none'
  disabled: boolean
  reason?: string
  strong?: boolean
  muted?: boolean
  onChange: (on: boolean) => void
}

function Tick({ label, state, disabled, reason, strong, muted, onChange }: TickProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some'
  }, [state])
  const look = ['zyt-tick', strong ? 'zyt-tick-strong' : '', muted ? 'zyt-tick-muted' : ''].filter(Boolean).join(' ')
  return (
    <label className={look} title={reason}>
      <input ref={box} type="checkbox" checked={state === 'all'} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  )
}
