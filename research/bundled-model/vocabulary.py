"""Chooses the pieces of the vocabulary that text in seven languages needs, and writes the tokenizer's files."""
import json
import unicodedata

import wordfreq
from tokenizers import Tokenizer

LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl']
WORDS = 150_000  # of each language, the most frequent ones
SPECIAL = ['<s>', '<pad>', '</s>', '<unk>', '<mask>']
SPACE = '▁'


def chosen(weights, size):
    """Returns the ids of the pieces to keep, in their old order."""
    ids = {piece: i for i, piece in enumerate(weights.pieces)}
    kept = {ids[piece] for piece in SPECIAL}
    kept |= {i for i, piece in enumerate(weights.pieces) if is_sign(piece) or is_letter(piece)}
    use = usage(weights)
    for i in sorted(use, key=use.get, reverse=True):
        if len(kept) >= size:
            break
        kept.add(i)
    # The rest of the room goes to the likeliest Latin pieces: names, and words of no list.
    for i in sorted(range(len(ids)), key=lambda i: -weights.scores[i]):
        if len(kept) >= size:
            break
        if is_latin(weights.pieces[i]):
            kept.add(i)
    return sorted(kept)


def usage(weights):
    """Returns how often each piece occurs in text, as its largest share in one of the languages."""
    tokenizer = Tokenizer.from_str(as_text(tokenizer_json(weights, range(len(weights.pieces)))))
    shares = {}
    for language in LANGUAGES:
        own = {}
        frequencies = wordfreq.get_frequency_dict(language, 'best')
        words = sorted(frequencies, key=lambda word: (-frequencies[word], word))[:WORDS]
        # Words stand alone, at the head of a sentence, after a bracket, and inside compounds.
        for form in (str, str.capitalize, lambda word: f'({word}', lambda word: f'({word.capitalize()}'):
            for word, coded in zip(words, tokenizer.encode_batch([form(word) for word in words], False)):
                for i in coded.ids:
                    own[i] = own.get(i, 0) + frequencies[word]
        for i, share in own.items():
            if is_latin(weights.pieces[i]):
                shares[i] = max(shares.get(i, 0), share)
    return shares


def scripts(piece):
    return {unicodedata.name(c, '?').split()[0] for c in piece if c.isalpha()}


def is_latin(piece):
    """True for a piece of Latin letters that spans no two words."""
    return scripts(piece) == {'LATIN'} and SPACE not in piece[1:]


def is_letter(piece):
    return len(piece.strip(SPACE)) == 1 and is_latin(piece)


def is_sign(piece):
    """True for digits, punctuation, currencies and other signs of European text."""
    text = piece.removeprefix(SPACE)
    return all(not c.isalpha() and (c < '\u0300' or '\u2000' <= c < '\u2800') and c != SPACE for c in text) and not (
        len(text) > 4 and any(c.isdigit() for c in text))


def tokenizer_json(weights, kept):
    """Returns tokenizer.json, of a form that takes each word by itself (electron/engine/models/model-tokenizer.ts)."""
    pieces = [unspellable(weights.pieces[i]) for i in kept]
    start, end, unknown = (unspellable(piece) for piece in ('<s>', '</s>', '<unk>'))
    metaspace = {'type': 'Metaspace', 'replacement': SPACE, 'prepend_scheme': 'always', 'split': False}

    def framed(*names):
        return [{'Sequence': {'id': name, 'type_id': 0}} if name in 'AB' else
                {'SpecialToken': {'id': name, 'type_id': 0}} for name in names]
    return {
        'version': '1.0', 'truncation': None, 'padding': None, 'added_tokens': [],
        'normalizer': {'type': 'Sequence', 'normalizers': [
            {'type': 'NFKC'},
            {'type': 'Replace', 'pattern': {'Regex': '\\s+'}, 'content': ' '},
            {'type': 'Strip', 'strip_left': True, 'strip_right': True}]},
        'pre_tokenizer': metaspace,
        'post_processor': {'type': 'TemplateProcessing', 'single': framed(start, 'A', end),
                           'pair': framed(start, 'A', end, end, 'B', end),
                           'special_tokens': {piece: {'id': piece, 'ids': [pieces.index(piece)], 'tokens': [piece]}
                                              for piece in (start, end)}},
        'decoder': metaspace,
        'model': {'type': 'Unigram', 'unk_id': pieces.index(unknown), 'byte_fallback': False,
                  'vocab': [[piece, round(float(weights.scores[i]), 4)] for piece, i in zip(pieces, kept)]},
    }


def unspellable(piece):
    """Returns a special piece in full-width brackets, which NFKC takes out of every text; others as they are."""
    return f'＜{piece[1:-1]}＞' if piece in SPECIAL else piece


def as_text(value):
    return json.dumps(value, ensure_ascii=False, separators=(',', ':')) + '\n'
