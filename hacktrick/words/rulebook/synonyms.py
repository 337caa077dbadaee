"""Words that mean the same to somebody who looks something up."""

from __future__ import annotations

from hacktrick.words.terms import Translate


def small_words(_: Translate) -> str:
    """Words of questions that tell nothing; left out unless there is nothing else."""
    return _(
        "a an and am any are be can could did do does for he her him his how i if in is it its "
        "many me might much must my of on or our s she should t that the their them then there "
        "they this to us was we what when where which while why will with would you your"
    )


def synonyms(_: Translate) -> tuple[str, ...]:
    """Groups of words, each as one text with spaces.

    A group is translated as a whole: a translator lists the words that players of that language
    may look for, as many as there are.
    """
    return (
        _("guard block firewall defend defence protect protection shield"),
        _("play hack joue"),
        _("forced force obliged must commanded"),
        _("command order announcement"),
        _("pass passo passe"),
        _("skip nothing"),
        _("once twice often times"),
        _("point points EP bitcoin bitcoins score excellence"),
        _("key keys server servers square squares casella caselle field number"),
        _("keypad board map plancia grid"),
        _("ask asking question spy spying request query"),
        _("supply pool reserve"),
        _("captured capture prisoner prisoners hostage taken"),
        _("leader dealer lead leads starts begins"),
        _("marker markers virus piece stone chip"),
        _("double big tall taller x2 bonus"),
        _("line row column diagonal axis"),
        _("triple same"),
        _("deck stock talon"),
        _("shuffle shuffled reshuffle mix"),
        _("row sequence chain"),
        _("aside removed"),
        _("code codes power hacker"),
        _("team teams partner partners teammate"),
        _("solo alone single-handed"),
        _("three trio"),
        _("four quartet"),
        _("edition editions preset variant version"),
        _("match game"),
        _("round game hand manche"),
        _("full limit maximum"),
        _("empty without none"),
        _("sum sums total"),
        _("win wins victory won winning"),
        _("lose loses lost losing defeat"),
        _("tie level"),
        _("secret hidden private"),
        _("public open visible everybody"),
        _("show shows shown reveal revealed"),
        _("cost costs price pay pays paid"),
        _("cannot stuck unable impossible can't"),
        _("exchange swap trade"),
        _("stake bet wager"),
        _("folds fold decline refuse"),
        _("calls call accept"),
        _("cancelled cancel annul void"),
        _("keyboard shortcut mouse touch control controls"),
        _("conclusions deduce deduction counting infer"),
        _("target goal"),
        _("computer robot AI bot"),
        _("cheat cheating fair"),
    )
