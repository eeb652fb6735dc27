/** The component library in the look of this host, in light or dark, in the density the user chose. */
import { EllipsisOutlined, SearchOutlined } from '@ant-design/icons'
import { ConfigProvider, theme, Watermark, type ConfigProviderProps } from 'antd'
import zhCN from 'antd/es/locale/zh_CN.js'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { formatTime } from '#kit/basics/time/time-format.ts'
import { tokenOf, MEASURES, type ColourName } from '#kit/ui/look/tokens.ts'
import { useMe } from '#kit/ui/state/session.web.ts'
import { useSetting } from '#kit/ui/state/setting.web.ts'
import { fillHoverOf, primaryOf } from './site.ts'
import { useSite } from './site.web.ts'
import { useDark, useStill } from './theme.web.ts'

dayjs.locale('zh-cn')
// The compiler takes this file for CommonJS and its default for one level deeper; the bundler reads it as the module it is.
const locale = zhCN as unknown as ConfigProviderProps['locale']

/** Behind it stand the tabs for which the line has no room. */
const MORE_TABS = { more: { icon: <EllipsisOutlined aria-label="更多标签" /> } }
/** The only name of the button in a search box. */
const SEARCH = { searchIcon: <SearchOutlined aria-label="搜索" /> }

export type Density = 'compact' | 'middle' | 'large'
export const DENSITIES: Record<Density, string> = { compact: '紧凑', middle: '适中', large: '宽松' }
export const useDensity = (): [Density, (next: Density) => void] => useSetting<Density>('density', 'compact')

const pixels = (name: keyof typeof MEASURES): number => Number.parseInt(MEASURES[name], 10)

export function AntdTheme({ children }: { children: ReactNode }) {
  const dark = useDark()
  const still = useStill()
  const site = useSite()
  const [density] = useDensity()
  // What no component of the library draws follows by the style sheets of the tokens.
  useEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
  const config = useMemo(() => {
    const of = (name: ColourName): string => tokenOf(name, dark)
    return {
      algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
      token: {
        colorPrimary: primaryOf(site, dark),
        colorLink: primaryOf(site, dark),
        // Readable by the same measure as any other text (4.5 : 1); the library's own greys and reds are not.
        colorTextPlaceholder: of('text-3'),
        colorTextDescription: of('text-2'),
        colorError: of('bad'),
        colorSuccess: of('good'),
        colorWarning: of('warn'),
        // What the library derives from such deep tones as a ground is brown and grey.
        colorWarningBg: of('warn-ground'),
        colorWarningBorder: of('warn-edge'),
        colorErrorBg: of('bad-ground'),
        colorErrorBorder: of('bad-edge'),
        colorSuccessBg: of('good-ground'),
        colorSuccessBorder: of('good-edge'),
        colorText: of('text'),
        colorTextSecondary: of('text-2'),
        colorBorder: of('border'),
        colorBorderSecondary: of('border'),
        colorBgLayout: of('bg'),
        colorBgContainer: of('panel'),
        colorBgElevated: of('panel'),
        boxShadow: of('shadow'),
        boxShadowSecondary: of('shadow'),
        // Compact in spacing only: antd's own compact algorithm would also shrink the text to 12 px.
        ...(density === 'compact' ? { controlHeight: 28, sizeStep: 3 } : {}),
        fontSize: pixels('type-body'),
        fontSizeSM: pixels('type-note'),
        fontSizeLG: pixels('type-lead'),
        fontFamily: 'var(--zyt-font)',
        borderRadius: pixels('radius-m'),
        borderRadiusSM: pixels('radius-s'),
        borderRadiusLG: pixels('radius-l'),
        motion: !still,
        motionDurationFast: MEASURES.quick,
        motionDurationMid: MEASURES.move,
        motionDurationSlow: MEASURES.move,
      },
      components: {
        Button: {
          colorPrimaryHover: fillHoverOf(site),
          defaultHoverColor: primaryOf(site, dark),
          defaultHoverBorderColor: primaryOf(site, dark),
          // The dark palette is made for text on black; white text on a button needs the deeper tone (contrast 4.5 : 1).
          ...(dark ? { dangerColor: of('panel'), colorPrimary: primaryOf(site, false), colorLink: primaryOf(site, true) } : {}),
        },
        // White figures on it, in the dark as well.
        Badge: { colorError: of('bad-fill') },
        Menu: { itemSelectedColor: dark ? of('text') : primaryOf(site, dark), subMenuItemSelectedColor: primaryOf(site, dark) },
        Tabs: { itemSelectedColor: primaryOf(site, dark), itemActiveColor: primaryOf(site, dark), itemHoverColor: primaryOf(site, dark) },
      },
    }
  }, [dark, still, site, density])
  return (
    <ConfigProvider
      locale={locale}
      theme={config}
      componentSize={density === 'large' ? 'large' : 'middle'}
      button={{ autoInsertSpace: false }}
      tabs={MORE_TABS}
      inputSearch={SEARCH}
    >
      {site?.watermark ? <Marked>{children}</Marked> : children}
    </ConfigProvider>
  )
}

/** Seen on a photograph, in the way of nothing. */
const WATERMARK = { fontSize: pixels('type-small'), color: `${tokenOf('draw-line', false)}29` }

/** Name, tail of the phone, time: who photographed the screen, and when. */
function useWatermarkText(): string[] {
  const me = useMe()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return [`${me.name} ${me.phone.slice(-4)}`, formatTime(now, 'YYYY-MM-DD HH:mm')]
}

function Marked({ children }: { children: ReactNode }) {
  return (
    <Watermark content={useWatermarkText()} gap={[120, 120]} font={WATERMARK} style={{ height: '100%' }}>
      {children}
    </Watermark>
  )
}
