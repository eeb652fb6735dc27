/** The component library in the look of this host, in light or dark, in the density the user chose. */
import { EllipsisOutlined, SearchOutlined } from '@ant-design/icons'
import { ConfigProvider, theme, Watermark, type ConfigProviderProps } from 'antd'
import zhCN from 'antd/es/locale/zh_CN.js'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { formatTime } from '#kit/basics/time/time-format.ts'
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

export function AntdTheme({ children }: { children: ReactNode }) {
  const dark = useDark()
  const still = useStill()
  const site = useSite()
  const [density] = useDensity()
  const config = useMemo(
    () => ({
      algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
      token: {
        colorPrimary: primaryOf(site, dark),
        colorLink: primaryOf(site, dark),
        // Readable by the same measure as any other text (4.5 : 1); the library's own greys and reds are not.
        colorTextPlaceholder: dark ? '#8b929c' : '#6b7280',
        colorTextDescription: dark ? '#a0a7b1' : '#5b6470',
        colorError: dark ? '#ff8a85' : '#c5221f',
        colorSuccess: dark ? '#4cc38a' : '#18794e',
        colorWarning: dark ? '#f2b45c' : '#9a5b00',
        // What the library derives from such deep tones as a ground is brown and grey.
        ...(dark
          ? {}
          : {
              colorWarningBg: '#fff8e6',
              colorWarningBorder: '#f0cf8e',
              colorErrorBg: '#fff1f0',
              colorErrorBorder: '#f5b7b4',
              colorSuccessBg: '#effaf3',
              colorSuccessBorder: '#a9dcc0',
            }),
        // Compact in spacing only: antd's own compact algorithm would also shrink the text to 12 px.
        ...(density === 'compact' ? { controlHeight: 28, sizeStep: 3 } : {}),
        fontSize: 14,
        fontFamily: 'var(--zyt-font)',
        borderRadius: 6,
        motion: !still,
      },
      components: {
        Button: {
          colorPrimaryHover: fillHoverOf(site),
          defaultHoverColor: primaryOf(site, dark),
          defaultHoverBorderColor: primaryOf(site, dark),
          // The dark palette is made for text on black; white text on a button needs the deeper tone (contrast 4.5 : 1).
          ...(dark ? { colorPrimary: primaryOf(site, false), colorLink: primaryOf(site, true) } : {}),
        },
        Menu: { itemSelectedColor: dark ? '#e6e8eb' : primaryOf(site, dark), subMenuItemSelectedColor: primaryOf(site, dark) },
        Tabs: { itemSelectedColor: primaryOf(site, dark), itemActiveColor: primaryOf(site, dark), itemHoverColor: primaryOf(site, dark) },
      },
    }),
    [dark, still, site, density],
  )
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
    <Watermark
      content={useWatermarkText()}
      gap={[120, 120]}
      font={{ fontSize: 13, color: 'rgba(128,128,128,0.16)' }}
      style={{ height: '100%' }}
    >
      {children}
    </Watermark>
  )
}
