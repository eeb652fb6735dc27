import { useState } from 'react'
import { BulbOutlined } from '@ant-design/icons'
import { Avatar, Dropdown } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { confirmBox } from '#kit/ui/dialog/message.web.tsx'
import { useMe } from '#kit/ui/state/session.web.ts'
import { DENSITIES, useDensity, type Density } from '../site/antd-theme.web.tsx'
import { CHINESE, chooseLanguage, languageNow, type Language } from '../language/language.web.ts'
import { Feedback } from '../pages/feedback.web.tsx'
import { signOut } from '../sign-in.web.ts'
import { useGo } from '../tabs/go.web.ts'
import { readTabs } from '../tabs/tabs.web.ts'
import { setThemeMode, useThemeMode, type ThemeMode } from '../site/theme.web.ts'

const MODES: Record<ThemeMode, string> = { system: '跟随系统', light: '浅色', dark: '深色' }

export function LookMenu() {
  const mode = useThemeMode()
  const [density, setDensity] = useDensity()
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectable: true,
        multiple: true,
        selectedKeys: [mode, density],
        items: [
          {
            type: 'group',
            label: '主题',
            children: Object.entries(MODES).map(([key, label]) => ({ key, label, onClick: () => setThemeMode(key as ThemeMode) })),
          },
          {
            type: 'group',
            label: '密度',
            children: Object.entries(DENSITIES).map(([key, label]) => ({ key, label, onClick: () => setDensity(key as Density) })),
          },
        ],
      }}
    >
      <button type="button" className="zyt-icon-button" aria-label="主题与密度">
        <BulbOutlined />
      </button>
    </Dropdown>
  )
}

/** Names of languages stand in their own language: whoever looks for one reads it. */
const NAMES: Record<string, string> = { zh: '简体中文', en: 'English', ja: '日本語', ko: '한국어', ru: 'Русский', vi: 'Tiếng Việt' }

function useLanguages(wanted: boolean): Language[] {
  const { data } = useQuery({
    queryKey: ['languages'],
    enabled: wanted,
    queryFn: ({ signal }) => api.get<Language[]>('/api/v1/language/list', undefined, { signal, silent: true }),
  })
  return [{ code: CHINESE, label: '简体中文' }, ...(data ?? [])]
}

export function UserMenu() {
  const me = useMe()
  const go = useGo()
  const [open, setOpen] = useState(false)
  const [telling, setTelling] = useState(false)
  const languages = useLanguages(open)
  const language = languageNow()
  const leave = async (): Promise<void> => {
    const dirty = readTabs().list.some((t) => t.dirty)
    const content = dirty ? '有未保存的内容：新增表单已存为草稿，其余修改将丢失。确定退出登录？' : '确定退出登录？'
    if (!(await confirmBox({ title: '退出登录', content }))) return
    await signOut()
  }
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        onOpenChange={setOpen}
        menu={{
          selectedKeys: [`language:${language}`],
          items: [
            { key: 'who', disabled: true, label: <span>{[me.operatorName, me.dept].filter(Boolean).join(' · ')}</span> },
            { type: 'divider' },
            { key: 'profile', label: '个人中心', onClick: () => go.open('profile') },
            { key: 'password', label: '修改密码', onClick: () => go.open('profile', { part: 'password' }) },
            { key: 'sessions', label: '登录设备', onClick: () => go.open('profile', { part: 'sessions' }) },
            { key: 'totp', label: '两步验证', onClick: () => go.open('profile', { part: 'totp' }) },
            {
              type: 'group',
              label: '语言',
              children: languages.map(({ code, label }) => ({
                key: `language:${code}`,
                label: <span translate="no">{NAMES[code] ?? label}</span>,
                onClick: () => void (code !== language && chooseLanguage(code)),
              })),
            },
            { type: 'divider' },
            { key: 'feedback', label: '反馈问题', onClick: () => setTelling(true) },
            {
              key: 'source',
              label: (
                <a href="/source" target="_blank" rel="noreferrer">
                  源代码与许可
                </a>
              ),
            },
            { key: 'leave', label: '退出登录', onClick: () => void leave() },
          ],
        }}
      >
        <button type="button" className="zyt-icon-button zyt-user" aria-label={`用户菜单：${me.name}`}>
          <span className="zyt-user">
            <Avatar size={26} src={me.avatar ?? undefined}>
              {me.name.slice(-1)}
            </Avatar>
            <span className="zyt-user-name">{me.name}</span>
          </span>
        </button>
      </Dropdown>
      {telling ? <Feedback page={window.location.pathname + window.location.search} onClose={() => setTelling(false)} /> : null}
    </>
  )
}
