/** 报文解析: paste what a terminal or its log says, and read every field. */
import { useEffect, useRef, useState } from 'react'
import { Alert, Button, Form, Input, Select, Space } from 'antd'
import { InboxOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { api } from '#kit/ui/client/api.web.ts'
import { CopyButton } from '#kit/ui/parts/copy.web.tsx'
import { ReasonButton } from '#kit/ui/record/reason-button.web.tsx'
import { useScreen } from '#kit/ui/screen/screen.web.ts'
import { Section } from '#kit/ui/parts/section.web.tsx'
import { EmptyState, ErrorState } from '#kit/ui/parts/state.web.tsx'
import type { Line } from './explain.ts'
import type { DecodeAnswer } from '../telematics.wire.ts'
import { profiles } from '../jt808/profiles.ts'
import './message-tool.css'

const EXAMPLE =
  '7e0200002612345678901200 7d02 00000001 00000002 00ba7f0e 07e4f11c 0028 003c 0000 181015101010 0104 00000064 0202 007d01 13 7e'

export default function MessageTool() {
  const { params, setParams, open } = useScreen()
  const [text, setText] = useState(params['hex'] ?? '')
  const version = params['version'] ?? '2013'
  const profile = params['profile'] ?? 'standard'
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (given: string) => api.post<DecodeAnswer>('/api/v1/terminal/decode', { text: given, version, profile }, { silent: true }),
  })
  // A link from elsewhere brings its frame along.
  const brought = useRef(params['hex'])
  useEffect(() => {
    if (brought.current) mutate(brought.current)
    brought.current = undefined
  }, [mutate])
  const read = (given: string): void => {
    if (given.trim()) mutate(given)
  }
  return (
    <div className="zyt-message-tool">
      <Form layout="vertical" onFinish={() => read(text)}>
        <Form.Item
          label="报文"
          htmlFor="message-tool-text"
          extra="十六进制，可含空格与 0x；一行一条，也可多条相连。支持部标 808（2011、2013、2019）、1078 信令与 GT06；分包齐全时自动合并。"
        >
          <Input.TextArea
            id="message-tool-text"
            className="zyt-mono"
            autoSize={{ minRows: 3, maxRows: 12 }}
            value={text}
            spellCheck={false}
            placeholder="7e 02 00 …… 7e"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) read(text)
            }}
          />
        </Form.Item>
        <Space wrap align="end" className="zyt-message-tool-bar">
          <Form.Item label="无版本标识时按" htmlFor="message-tool-version">
            <Select
              id="message-tool-version"
              value={version}
              style={{ width: 140 }}
              options={[
                { value: '2013', label: '2013 版' },
                { value: '2011', label: '2011 版' },
              ]}
              onChange={(value) => setParams({ version: value === '2013' ? null : value })}
            />
          </Form.Item>
          <Form.Item label="附加信息" htmlFor="message-tool-profile">
            <Select
              id="message-tool-profile"
              value={profile}
              style={{ width: 260 }}
              options={Object.values(profiles).map(({ code, label }) => ({ value: code, label }))}
              onChange={(value) => setParams({ profile: value === 'standard' ? null : value })}
            />
          </Form.Item>
          <ReasonButton
            type="primary"
            htmlType="submit"
            loading={isPending}
            reason={text.trim() ? null : '请先粘贴报文'}
            title="Ctrl + Enter"
          >
            解析
          </ReasonButton>
          <Button
            onClick={() => {
              setText(EXAMPLE)
              read(EXAMPLE)
            }}
          >
            看一个例子
          </Button>
          <Button icon={<InboxOutlined />} onClick={() => open('keptMessageList')}>
            终端报文
          </Button>
        </Space>
      </Form>
      {error ? <ErrorState error={error} onRetry={() => read(text)} /> : null}
      {!error && !data ? <EmptyState why="还没有解析报文" next="粘贴后点“解析”，每个字段的位置、原文与含义都会列出" /> : null}
      {!error && data?.messages.length === 0 ? <EmptyState why="没有可以解析的内容" next="请检查是否粘贴了十六进制报文" /> : null}
      {!error && data ? <Results {...data} /> : null}
    </div>
  )
}

function Results({ messages, limited }: DecodeAnswer) {
  return (
    <>
      {limited ? <Alert type="warning" showIcon title={`只解析了前 ${messages.length} 条`} /> : null}
      {messages.map((message, i) => (
        <Section
          key={i}
          title={message.title}
          extra={message.json ? <CopyButton text={JSON.stringify(message.json, null, 2)} what="JSON" /> : null}
        >
          {message.error ? <Alert type="error" showIcon title={message.error} className="zyt-message-tool-error" /> : null}
          {message.lines.length > 0 ? <Lines lines={message.lines} /> : null}
        </Section>
      ))}
    </>
  )
}

const spaced = (hex: string): string => hex.replace(/..(?=.)/g, '$& ')

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <div className="zyt-message-tool-scroll" role="region" aria-label="字段" tabIndex={0}>
      <table className="zyt-message-tool-table">
        <thead>
          <tr>
            <th scope="col">位置</th>
            <th scope="col">字段</th>
            <th scope="col">值</th>
            <th scope="col">含义</th>
            <th scope="col">原文</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, i) => (
            <tr key={i}>
              <td className="zyt-mono">{line.from ?? ''}</td>
              <th scope="row" style={{ paddingInlineStart: `calc(8px + ${line.depth} * 1.25em)` }}>
                {line.label}
              </th>
              <td>{line.value}</td>
              <td>{line.meaning}</td>
              <td className="zyt-mono zyt-message-tool-hex">{spaced(line.hex)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
